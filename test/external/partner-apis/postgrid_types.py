"""Prints JSON Schemas of the parameters of PostGrid's API, from the types of PostGrid's own client for Python."""

import json
import typing
from datetime import datetime

import typing_extensions
from postgrid.types.print_mail.bank_account_create_params import BankAccountCreateParams
from postgrid.types.print_mail.bank_account_list_params import BankAccountListParams
from postgrid.types.print_mail.cheque_create_params import ChequeCreateParams
from postgrid.types.print_mail.cheque_list_params import ChequeListParams
from postgrid.types.print_mail.contact_create_params import ContactCreateParams
from postgrid.types.print_mail.letter_create_params import LetterCreateParams
from postgrid.types.print_mail.letter_list_params import LetterListParams
from postgrid.types.print_mail.webhook_create_params import WebhookCreateParams
from postgrid.types.print_mail.webhook_list_params import WebhookListParams
from postgrid.types.print_mail.webhook_update_params import WebhookUpdateParams

SIMPLE = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    object: {},
    datetime: {"type": "string"},
}
FILE = {"$ref": "#/definitions/File"}


def schema(kind):
    """The JSON Schema of a Python type."""
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Annotated, typing_extensions.Required):
        return schema(args[0])
    if origin is typing.Literal:
        return {"enum": list(args)}
    if origin is typing.Union:
        schemas = [schema(arg) for arg in args]
        return {"anyOf": [each for index, each in enumerate(schemas) if each not in schemas[:index]]}
    if origin is dict:
        return {"type": "object", "additionalProperties": schema(args[1])}
    if origin is list:
        return {"type": "array", "items": schema(args[0])}
    if typing_extensions.is_typeddict(kind):
        return record(kind)
    return SIMPLE.get(kind, FILE)


def record(kind):
    properties, required = {}, []
    for name, hint in typing_extensions.get_type_hints(kind, include_extras=True).items():
        wire_name = alias(hint) or name
        if wire_name == "idempotency-key":  # a header
            continue
        properties[wire_name] = schema(hint)
        if typing.get_origin(hint) is typing_extensions.Required:
            required.append(wire_name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def alias(hint):
    """The name that a member has in requests, if it differs from Python's."""
    while (origin := typing.get_origin(hint)) in (typing_extensions.Required, typing.Annotated):
        for note in getattr(hint, "__metadata__", ()):
            if getattr(note, "alias", None):
                return note.alias
        hint = typing.get_args(hint)[0]
    return None


print(
    json.dumps(
        {
            "LetterCreateParams": schema(LetterCreateParams),
            "LetterListParams": schema(LetterListParams),
            "ChequeCreateParams": schema(ChequeCreateParams),
            "ChequeListParams": schema(ChequeListParams),
            "ContactCreateParams": schema(ContactCreateParams),
            "BankAccountCreateParams": schema(BankAccountCreateParams),
            "BankAccountListParams": schema(BankAccountListParams),
            "WebhookCreateParams": schema(WebhookCreateParams),
            "WebhookUpdateParams": schema(WebhookUpdateParams),
            "WebhookListParams": schema(WebhookListParams),
        }
    )
)
