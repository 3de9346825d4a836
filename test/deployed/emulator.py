"""MiniStack on the port and with the certificate in the environment, with two of its differences from AWS mended."""

import asyncio
import os
import zipfile

from hypercorn.asyncio import serve
from hypercorn.config import Config
from ministack.app import app
from ministack.services import lambda_svc, secretsmanager
from ministack.services.cloudformation import provisioners


def extract_with_permissions(archive, path=None, members=None, pwd=None):
    """A function's package keeps its permissions: Chromium in it must be executable."""
    lambda_svc._extract_zip_preserving_mode(archive, path)


zipfile.ZipFile.extractall = extract_with_permissions

secret_kind = provisioners._RESOURCE_HANDLERS["AWS::SecretsManager::Secret"]
create_secret = secret_kind["create"]


def create_secret_known_by_arn(logical_id, props, stack_name):
    """What Ref says of a secret is its ARN, and policies name it so."""
    name, attributes = create_secret(logical_id, props, stack_name)
    arn = attributes["Arn"]
    secretsmanager._secrets[arn] = secretsmanager._secrets.pop(name)
    return arn, attributes


secret_kind["create"] = create_secret_known_by_arn

config = Config()
config.bind = [f"127.0.0.1:{os.environ['GATEWAY_PORT']}"]
config.certfile = os.environ["MINISTACK_SSL_CERT"]
config.keyfile = os.environ["MINISTACK_SSL_KEY"]
config.keep_alive_timeout = 75
asyncio.run(serve(app, config))
