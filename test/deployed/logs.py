"""Prints every log line of the deployed functions, after the name of its log group and a tab."""

import botocore.session

logs = botocore.session.get_session().create_client("logs")
for group_page in logs.get_paginator("describe_log_groups").paginate():
    for group in group_page["logGroups"]:
        name = group["logGroupName"]
        for event_page in logs.get_paginator("filter_log_events").paginate(logGroupName=name):
            for event in event_page["events"]:
                for line in event["message"].splitlines():
                    print(name, line, sep="\t")
