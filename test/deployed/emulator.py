"""Starts MiniStack with the port and certificate from the environment, and corrects some of its differences from AWS."""

import asyncio
import fcntl
import json
import os
import string
import struct
import termios
import time
import zipfile

from hypercorn.asyncio import serve
from hypercorn.config import Config
from ministack.app import app
from ministack.core import iam_actions, lambda_runtime
from ministack.services import dynamodb, iam, lambda_svc, s3, secretsmanager
from ministack.services.cloudformation import provisioners

kinds = provisioners._RESOURCE_HANDLERS


def extract_with_permissions(archive, path=None, members=None, pwd=None):
    """Keeps the permissions of the files in a function's package: Chromium must be executable."""
    lambda_svc._extract_zip_preserving_mode(archive, path)


zipfile.ZipFile.extractall = extract_with_permissions


def without_punctuation(props):
    """Applies ExcludePunctuation, which MiniStack ignores."""
    generated = props.get("GenerateSecretString") or {}
    if not generated.get("ExcludePunctuation"):
        return props
    return {**props, "GenerateSecretString": {**generated, "ExcludeCharacters": string.punctuation}}


def fix_secrets():
    """Makes the Ref of a secret its ARN, as policies expect. Commands can still use its name."""
    secret = dict(kinds["AWS::SecretsManager::Secret"])

    def name_of(arn):
        return secretsmanager._resolve(arn)[0] or arn

    def create(logical_id, props, stack_name):
        _, attributes = secret["create"](logical_id, without_punctuation(props), stack_name)
        return attributes["Arn"], attributes

    def update(arn, old, new, stack_name, logical_id=None):
        _, attributes = secret["update"](
            name_of(arn), without_punctuation(old), without_punctuation(new), stack_name, logical_id
        )
        return attributes["Arn"], attributes

    def delete(arn, props):
        secret["delete"](name_of(arn), props)

    kinds["AWS::SecretsManager::Secret"].update(create=create, update=update, delete=delete)


def refuse_taken_names():
    """Refuses a function with the name of an existing one, as CloudFormation does."""
    function = dict(kinds["AWS::Lambda::Function"])

    def create(logical_id, props, stack_name):
        name = props.get("FunctionName")
        if name in lambda_svc._functions:
            raise ValueError(f"{name} already exists")
        return function["create"](logical_id, props, stack_name)

    kinds["AWS::Lambda::Function"].update(create=create)


def fix_tables():
    """Applies the expiry of items and the point-in-time recovery of a table."""
    make = kinds["AWS::DynamoDB::Table"]["create"]

    def create(logical_id, props, stack_name):
        name, attributes = make(logical_id, props, stack_name)
        recovery = props.get("PointInTimeRecoverySpecification") or {}
        dynamodb._pitr_settings[name] = bool(recovery.get("PointInTimeRecoveryEnabled"))
        expiry = props.get("TimeToLiveSpecification")
        if expiry:
            dynamodb._ttl_settings[name] = {"TimeToLiveStatus": "ENABLED", "AttributeName": expiry["AttributeName"]}
        return name, attributes

    kinds["AWS::DynamoDB::Table"]["create"] = create


def fix_buckets():
    """Applies the lifecycle rules of a bucket."""
    make = kinds["AWS::S3::Bucket"]["create"]

    def rule_xml(rule):
        days = rule.get("ExpirationInDays")
        unfinished = (rule.get("AbortIncompleteMultipartUpload") or {}).get("DaysAfterInitiation")
        return (
            f"<Rule><Status>{rule['Status']}</Status><Filter><Prefix>{rule.get('Prefix', '')}</Prefix></Filter>"
            + (f"<Expiration><Days>{days}</Days></Expiration>" if days else "")
            + (
                "<AbortIncompleteMultipartUpload>"
                f"<DaysAfterInitiation>{unfinished}</DaysAfterInitiation></AbortIncompleteMultipartUpload>"
                if unfinished
                else ""
            )
            + "</Rule>"
        )

    def create(logical_id, props, stack_name):
        name, attributes = make(logical_id, props, stack_name)
        rules = (props.get("LifecycleConfiguration") or {}).get("Rules", [])
        body = f"<LifecycleConfiguration>{''.join(map(rule_xml, rules))}</LifecycleConfiguration>"
        if rules and s3._put_bucket_lifecycle(name, body.encode())[0] >= 400:
            raise ValueError(f"the lifecycle of {name} is refused")
        return name, attributes

    kinds["AWS::S3::Bucket"]["create"] = create


def accept_codedeploy():
    """Accepts CodeDeploy's resources without effect: traffic moves to a new version at once."""

    def create(logical_id, props, stack_name):
        return f"{stack_name}-{logical_id}", {}

    def update(physical_id, old, new, stack_name, logical_id=None):
        return physical_id, {}

    def delete(physical_id, props):
        return None

    name = "service-role/AWSCodeDeployRoleForLambdaLimited"
    nothing = '{"Version": "2012-10-17", "Statement": []}'
    iam._aws_managed_policies[iam._AWS_MANAGED_POLICY_PREFIX + name] = iam._make_aws_managed_record(name, nothing)
    for kind in ("AWS::CodeDeploy::Application", "AWS::CodeDeploy::DeploymentGroup"):
        kinds[kind] = {"create": create, "update": update, "delete": delete}


def accept_metric_math():
    """Creates an alarm on several metrics with only the first of them: no alarm goes off here anyway."""
    alarm = dict(kinds["AWS::CloudWatch::Alarm"])

    def with_first_metric(props):
        stats = [metric["MetricStat"] for metric in props.get("Metrics") or [] if "MetricStat" in metric]
        if not stats:
            return props
        stat = stats[0]
        others = {name: value for name, value in props.items() if name != "Metrics"}
        return {**others, **stat["Metric"], "Period": stat["Period"], "Statistic": stat["Stat"]}

    def create(logical_id, props, stack_name):
        return alarm["create"](logical_id, with_first_metric(props), stack_name)

    def update(physical_id, old, new, stack_name, *logical_id):
        return alarm["update"](physical_id, with_first_metric(old), with_first_metric(new), stack_name, *logical_id)

    kinds["AWS::CloudWatch::Alarm"].update(create=create, **({"update": update} if "update" in alarm else {}))


def permit_batches():
    """Lets the permission for an action cover its batch, because SQS has none for batches ("API permissions")."""
    original = iam_actions._action_from_target

    def action(headers):
        name = original(headers)
        batches = ("SendMessageBatch", "DeleteMessageBatch", "ChangeMessageVisibilityBatch")
        return name.removesuffix("Batch") if name in batches else name

    iam_actions._action_from_target = action


def keep_every_line():
    """Reads all log lines of a function before its response: MiniStack waits only 5 ms for the next one."""
    drain = lambda_runtime.Worker._drain_stderr_bounded

    def unread(pipe):
        return struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]

    def drained(self):
        while self._proc and self._proc.poll() is None and unread(self._proc.stderr):
            time.sleep(0.001)
        return drain(self)

    lambda_runtime.Worker._drain_stderr_bounded = drained


keep_every_line()
refuse_taken_names()
fix_secrets()
fix_tables()
fix_buckets()
accept_codedeploy()
accept_metric_math()
permit_batches()

config = Config()
config.bind = [f"127.0.0.1:{os.environ['GATEWAY_PORT']}"]
config.certfile = os.environ["MINISTACK_SSL_CERT"]
config.keyfile = os.environ["MINISTACK_SSL_KEY"]
config.keep_alive_timeout = 75
asyncio.run(serve(app, config))
