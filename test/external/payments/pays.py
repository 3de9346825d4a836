"""pympp pays one order over HTTP and another over MCP: its own client reads the challenge and writes the credential."""

import asyncio
import itertools
import json
import sys

import httpx
from mcp.shared.exceptions import McpError
from mcp.types import ErrorData
from mpp import Receipt
from mpp.client import Mpp
from mpp.extensions.mcp import McpClient
from mpp.methods.stripe import client as stripe

base, mcp, http_job, mcp_job = sys.argv[1:]
minted = itertools.count()


async def create_token(asked):
    """The wallet: no network, a token of the test mode."""
    assert asked.network_id.startswith("profile_") and asked.payment_method_types == ["card", "link"]
    return f"spt_test_paid_{next(minted)}"


class Result:
    def __init__(self, result):
        self.meta = self._meta = result.get("_meta")
        self.body = result.get("structuredContent")


class Session:
    """As much of a session as pympp's wrapper calls: one request for each call of a tool."""

    async def call_tool(self, name, arguments=None, *_, meta=None, **__):
        params = {"name": name, "arguments": arguments or {}, "_meta": meta or {}}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        headers = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25"}
        async with httpx.AsyncClient(timeout=30) as client:
            answer = (await client.post(mcp, json=body, headers=headers)).json()
        if "error" in answer:
            raise McpError(ErrorData(**answer["error"]))
        return Result(answer["result"])


async def main():
    methods = [stripe.charge(create_token=create_token, payment_method="pm_card_visa")]
    async with Mpp(methods=methods) as wallet:
        async with httpx.AsyncClient(transport=wallet.payment_transport, timeout=30) as client:
            paid = await client.post(f"{base}/jobs/{http_job}/pay")
            again = await client.post(f"{base}/jobs/{http_job}/pay")
    assert paid.status_code == again.status_code == 200, paid.text
    assert Receipt.from_payment_receipt(paid.headers["payment-receipt"]).status == "success"
    assert again.headers["payment-receipt"] == paid.headers["payment-receipt"]
    result = await McpClient(Session(), methods=methods).call_tool("pay_job", {"job_id": mcp_job})
    assert result.receipt is not None and result.receipt.status == "success", result
    print(json.dumps({"http": paid.json()["paid"], "tokens": next(minted)}))


asyncio.run(main())
