"""An S3 server for tests, on a free port of this machine: prints its port and a key that may do everything in the
bucket `photos`, and ends when its standard input does."""

import json
import sys

import boto3
from moto import settings
from moto.server import ThreadedMotoServer

server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
_, port = server.get_host_and_port()
address = f"http://127.0.0.1:{port}"


def client(service):
    return boto3.client(
        service, endpoint_url=address, region_name="us-east-1", aws_access_key_id="setup", aws_secret_access_key="setup"
    )


client("s3").create_bucket(Bucket="photos")
iam = client("iam")
iam.create_user(UserName="photos")
key = iam.create_access_key(UserName="photos")["AccessKey"]
policy = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}
iam.put_user_policy(UserName="photos", PolicyName="all", PolicyDocument=json.dumps(policy))
# From now on every signature is verified.
settings.INITIAL_NO_AUTH_ACTION_COUNT = 0
print(port, key["AccessKeyId"], key["SecretAccessKey"], flush=True)
sys.stdin.read()
server.stop()
