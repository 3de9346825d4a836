"""Launches a release as docs/pipeline.md says: its folder in a bucket, then CloudFormation alone. Prints the outputs."""

import json
import pathlib
import sys

import botocore.session

folder, template, stack, *given = sys.argv[1:]
session = botocore.session.get_session()
s3 = session.create_client("s3")
cloudformation = session.create_client("cloudformation")
bucket = f"releases-of-{stack.lower()}"
known = [each["Name"] for each in s3.list_buckets()["Buckets"]]


def wait(outcome):
    cloudformation.get_waiter(outcome).wait(StackName=stack, WaiterConfig={"Delay": 1, "MaxAttempts": 180})


def parameters(values):
    return [{"ParameterKey": name, "ParameterValue": value} for name, value in values.items()]


if bucket not in known:
    s3.create_bucket(Bucket=bucket)
    for path in pathlib.Path(folder).rglob("*.*"):
        s3.put_object(Bucket=bucket, Key=str(path.relative_to(folder)), Body=path.read_bytes())
    cloudformation.create_stack(
        StackName=stack,
        Capabilities=["CAPABILITY_IAM"],
        TemplateURL=f"https://s3.{session.get_config_variable('region')}.amazonaws.com/{bucket}/{template}",
        Parameters=parameters({"PackagesBucket": bucket}),
    )
    wait("stack_create_complete")
else:
    cloudformation.update_stack(
        StackName=stack,
        Capabilities=["CAPABILITY_IAM"],
        UsePreviousTemplate=True,
        Parameters=[
            {"ParameterKey": "PackagesBucket", "UsePreviousValue": True},
            *parameters(dict(one.split("=", 1) for one in given)),
        ],
    )
    wait("stack_update_complete")
(made,) = cloudformation.describe_stacks(StackName=stack)["Stacks"]
print(json.dumps({each["OutputKey"]: each["OutputValue"] for each in made["Outputs"]}))
