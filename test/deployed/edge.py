"""Asks the service as CloudFront would, with the secret that its settings hold at that moment, until it is ended."""

import collections
import http.client
import json
import signal
import ssl
import sys
import urllib.parse

import botocore.session

cloud, host, counts = sys.argv[1:]
cloudfront = botocore.session.get_session().create_client("cloudfront")
trusted = ssl._create_unverified_context()  # The certificate is that of 127.0.0.1, and the host is another.
answers = collections.Counter()
signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
place = urllib.parse.urlsplit(cloud)
try:
    print("asking", flush=True)
    while True:
        [distribution] = cloudfront.list_distributions()["DistributionList"]["Items"]
        config = cloudfront.get_distribution_config(Id=distribution["Id"])["DistributionConfig"]
        [header] = config["Origins"]["Items"][0]["CustomHeaders"]["Items"]
        connection = http.client.HTTPSConnection(place.hostname, place.port, context=trusted)
        shown = {"host": host, header["HeaderName"]: header["HeaderValue"], "x-viewer-address": "198.51.100.1"}
        connection.request("GET", "/v1/health", headers=shown)
        answers[str(connection.getresponse().status)] += 1
        connection.close()
except SystemExit:
    with open(counts, "w", encoding="utf-8") as file:
        json.dump(answers, file)
