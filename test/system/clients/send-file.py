"""Sends a file of a size several times, and prints the status and body of each response, or the error, as a line of JSON."""

import http.client
import json
import sys
from urllib.parse import urlsplit

url, headers, size, times = sys.argv[1], json.loads(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])


def part(name, content, file_name=""):
    disposition = f'form-data; name="{name}"' + (f'; filename="{file_name}"' if file_name else "")
    return f"--b\r\ncontent-disposition: {disposition}\r\n\r\n".encode() + content + b"\r\n"


operations = b'{"query":"query ($f: String!) { __type(name: $f) { name } }","variables":{"f":null}}'
fields = part("operations", operations) + part("map", b'{"file":["variables.f"]}')
body = fields + part("file", b"a" * size, "call.vtt") + b"--b--\r\n"
for _ in range(times):
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    try:
        connection.request("POST", "/graphql", body, {"content-type": "multipart/form-data; boundary=b", **headers})
        response = connection.getresponse()
        print(json.dumps([response.status, json.load(response)]))
    except OSError as error:
        print(json.dumps([repr(error)]))
