"""A platform of its own: the required tools and some others, over data in memory. Standard library only."""

import json
import os
import re
import secrets
import sys
import time
import unicodedata
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

CLIENT = (os.environ["PLATFORM_CLIENT_ID"], os.environ["PLATFORM_CLIENT_SECRET"])
LIFETIME = int(os.environ.get("TOKEN_SECONDS", "3600"))
NOW = datetime.now(timezone.utc)


def ago(hours):
    return (NOW - timedelta(hours=hours)).isoformat(timespec="seconds").replace("+00:00", "Z")


def person(number, name, score, **fields):
    return {"id": f"s{number}", "full_name": name, "score": score, "discovered_at": ago(number * 30), **fields}


SIGNALS = [
    person(1, "Nia Owusu", 9, city="Bern", country="Switzerland", region="Europe", origin="Ghana", gender="woman",
           type="Promoted", age_range="30 to 34", education_level="Master", industry="Robotics", customer_focus="B2B",
           source="register", profile_tags=["VC Investor"], experiences=[{"company_id": "exe_1"}],
           educations=[{"institution_id": "ede_1"}], viewer_has_screened=False),
    person(2, "Tomás Ruiz", 5, city="Oslo", country="Norway", viewer_has_screened=False),
    person(3, "Ida Berg", 3, viewer_has_screened=False),
]
SCREENED = person(4, "Leo Maas", 7, viewer_has_screened=True)
LISTS = [{"id": "l1", "name": "Founders"}]
HOST = "0b8f6a3e-54a2-4a0f-9d5c-3c8e2f1a7b60"
ACTIVITIES = [
    {"id": "5d1c2b3a-8e7f-4d6c-b5a4-1f2e3d4c5b6a", "title": "Intro call", "status": "completed", "type": "call",
     "started_at": ago(30), "updated_at": ago(20), "host_user_id": HOST},
    {"id": "6e2d3c4b-9f80-4e7d-a6b5-203f4e5d6c7b", "title": "Planning", "status": "received", "started_at": ago(50),
     "updated_at": ago(10)},
]


class Failure(Exception):
    def __init__(self, status, code, message):
        super().__init__(message)
        self.status, self.code = status, code


def bad(message):
    return Failure(400, "BAD_USER_INPUT", message)


def find(records, wanted):
    for record in records:
        if record["id"] == wanted:
            return record
    raise Failure(404, "NOT_FOUND", f"There is no record with the id {wanted}.")


def fold(text):
    return "".join(c for c in unicodedata.normalize("NFD", text or "") if not unicodedata.combining(c)).lower()


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000


def named(field):
    def matches(signal, values):
        value, wanted = signal.get(field), [v for v in values if not v.startswith("!")]
        return (not wanted or value in wanted) and f"!{value}" not in values
    return matches


def one_of(field):
    return lambda signal, values: signal.get(field) in values


def within(signal, days):
    if days[0] > days[1]:
        raise bad("time_range must not end before it begins")
    first, last = (moment(f"{day}T00:00:00Z") for day in days)
    return first <= moment(signal["discovered_at"]) < last + 86_400_000


def since(signal, text):
    start = int(text) if int(text) >= 100_000 else time.time() * 1000 - int(text) * 86_400_000
    return moment(signal["discovered_at"]) >= start


def studied(field, key):
    return lambda signal, values: any(item.get(key) in values for item in signal.get(field, []))


FILTERS = {
    "fullname": lambda signal, words: all(fold(word) in fold(signal["full_name"]) for word in words.split()),
    "score": lambda signal, minimum: signal["score"] >= int(minimum),
    "type": one_of("type"), "age": one_of("age_range"), "gender": one_of("gender"), "source": one_of("source"),
    "education_level": one_of("education_level"), "customer_focus": one_of("customer_focus"),
    "profile_tags": lambda signal, tags: any(tag in tags for tag in signal.get("profile_tags", [])),
    "city": named("city"), "country": named("country"), "region": named("region"), "origin": named("origin"),
    "industry": named("industry"), "past_companies": studied("experiences", "company_id"),
    "past_education": studied("educations", "institution_id"),
    "screened_by": lambda signal, users: ("me" in users) == signal["viewer_has_screened"],
    "created_after": lambda signal, text: moment(signal["discovered_at"]) > int(text),
    "time_range": within, "time_relative": since,
}


def page_of(items, params):
    limit, page = params.get("limit", "25"), params.get("page", "1")
    if not limit.isdigit() or not 1 <= int(limit) <= 100 or not page.isdigit() or int(page) < 1:
        raise bad("limit must be from 1 to 100, page from 1")
    first = (int(page) - 1) * int(limit)
    return {"items": items[first:first + int(limit)], "page": int(page), "limit": int(limit), "total": len(items)}


def signals_list(params):
    filters = {name: value for name, value in params.items() if name not in ("limit", "page")}
    unknown = filters.keys() - FILTERS.keys()
    if unknown:
        raise bad(f"{', '.join(unknown)} is not known")
    if "time_range" in filters and "time_relative" in filters:
        raise bad("time_relative must not be combined with time_range")
    signals = SIGNALS + ([SCREENED] if filters.get("screened_by") else [])
    return page_of([s for s in signals if all(FILTERS[name](s, value) for name, value in filters.items())], params)


def lists_create(params):
    created = {"id": f"l{secrets.token_hex(4)}", "name": params["name"]}
    LISTS.append(created)
    return {"id": created["id"]}


def activities_list(params):
    if "fromDate" not in params and "updatedFrom" not in params:
        raise bad("fromDate or updatedFrom is required")
    start, end, updated_from, updated_to = (utc(params.get(name)) for name in PERIODS)
    if start and end and start >= end or updated_from and updated_to and updated_from >= updated_to:
        raise bad("a period must not end before it begins")
    if min(start or NOW, updated_from or NOW) < NOW - timedelta(days=180):
        raise bad("a period must be shorter than six months")
    if params.get("page", 1) < 1 or params.get("status", "completed") not in ("completed", "received"):
        raise bad("page must be from 1, status must be known")
    items = [
        a for a in ACTIVITIES
        if inside(a["started_at"], start, end) and inside(a["updated_at"], updated_from, updated_to)
        and params.get("status", a["status"]) == a["status"]
    ]
    items.sort(key=lambda a: a["started_at" if start else "updated_at"], reverse=True)
    return {"items": items if params.get("page", 1) == 1 else [], "total": len(items)}


PERIODS = ("fromDate", "toDate", "updatedFrom", "updatedTo")


def utc(text):
    return text and datetime.strptime(text, "%Y-%m-%d %H:%M:%S").replace(tzinfo=timezone.utc)


def inside(text, start, end):
    time = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (start is None or time >= start) and (end is None or time < end)


TOOLS = {
    "talent": {
        "signals_list": signals_list,
        "signals_get": lambda params: find(SIGNALS + [SCREENED], params["id"]),
        "lists_list": lambda params: {"items": LISTS},
        "lists_get": lambda params: find(LISTS, params["id"]),
        "lists_create": lists_create,
        "lists_delete": lambda params: LISTS.remove(find(LISTS, params["id"])),
    },
    "convo": {
        "activities_list": activities_list,
        "organization_get": lambda params: {"id": "o1", "name": "Fernway"},
        "users_list": lambda params: {"items": [{"id": HOST, "name": "Ada Moreau"}]},
        "summary_get": lambda params: {"content": f"They spoke: {find(ACTIVITIES, params['activityId'])['title']}."},
    },
}
PARAMETERS = {"signals_get": ["id"], "lists_get": ["id"], "lists_create": ["name"], "lists_delete": ["id"],
              "activities_list": [*PERIODS, "status", "page"], "summary_get": ["activityId"]}
TOKENS = {}


class Platform(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        if self.path == "/oauth/token":
            return self.issue_token({name: values[0] for name, values in parse_qs(body).items()})
        self.answer(lambda: self.execute(json.loads(body)))

    def do_GET(self):
        self.answer(lambda: self.list_tools({k: v[0] for k, v in parse_qs(urlsplit(self.path).query).items()}))

    def issue_token(self, form):
        if (form.get("client_id"), form.get("client_secret")) != CLIENT:
            return self.send(401, {"error": "invalid_client"})
        token = secrets.token_urlsafe(32)
        TOKENS[token] = time.monotonic() + LIFETIME
        self.send(200, {"access_token": token, "token_type": "Bearer", "expires_in": LIFETIME})

    def answer(self, work):
        try:
            token = self.headers.get("authorization", "").removeprefix("Bearer ")
            if TOKENS.get(token, 0) < time.monotonic():
                raise Failure(401, "UNAUTHENTICATED", "The token is invalid or has expired.")
            self.send(200, work())
        except Failure as failure:
            self.send(failure.status, {"error": {"code": failure.code, "message": str(failure)}})
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            self.send(400, {"error": {"code": "BAD_USER_INPUT", "message": repr(error)}})

    def tools_of(self, call):
        if call["connector"] not in TOOLS or call["identifier"] != "ada":
            raise Failure(424, "NOT_CONNECTED", "The identifier has no account on the connection.")
        return {f"{call['connector']}_{name}": tool for name, tool in TOOLS[call["connector"]].items()}

    def execute(self, call):
        tools = self.tools_of(call)
        if call["tool_name"] not in tools:
            raise Failure(404, "NOT_SUPPORTED", "There is no such tool.")
        name = call["tool_name"].removeprefix(f"{call['connector']}_")
        if name != "signals_list" and set(call["params"]) - set(PARAMETERS.get(name, [])):
            raise bad("a parameter is not known")
        if name == "summary_get" and not re.fullmatch("[0-9a-f-]{36}", call["params"]["activityId"]):
            raise bad("activityId must be a UUID")
        return {"data": tools[call["tool_name"]](call["params"])}

    def list_tools(self, query):
        return {"tools": [
            {"name": name, "description": name, "read_only": name.endswith(("_list", "_get")), "input_schema": {}}
            for name in self.tools_of(query)
        ]}

    def send(self, status, body):
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Platform)
print(server.server_port, flush=True)
try:
    sys.exit(server.serve_forever())
except KeyboardInterrupt:
    pass
