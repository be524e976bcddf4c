"""Runs the Python code of schemas/README.md and records the bytes that it sends, for PythonSnippetTest.

confluent-kafka's serializer writes a header and hands the rest to fastavro; here fastavro alone writes it, and the
header is left out. Needs fastavro. Run it from the root of the repository when the code or a schema changes:

    python3 stream-app/src/test/python/record.py
"""

import io
import json
import re
import sys
import types

import fastavro

RECORD = "stream-app/src/test/resources/python-snippet.json"
sent = {}


class Producer:
    def __init__(self, settings):
        self.schema = settings["value.serializer"]

    def produce(self, topic, key, value):
        out = io.BytesIO()
        fastavro.schemaless_writer(out, fastavro.parse_schema(json.loads(self.schema)), value)
        sent[topic] = out.getvalue().hex()


def module(name, **members):
    sys.modules[name] = types.ModuleType(name)
    vars(sys.modules[name]).update(members)


module("confluent_kafka", SerializingProducer=Producer)
module("confluent_kafka.schema_registry", SchemaRegistryClient=lambda settings: None)
module("confluent_kafka.schema_registry.avro", AvroSerializer=lambda registry, schema: schema)
module("confluent_kafka.serialization", StringSerializer=lambda: None)

with open("schemas/README.md") as readme:
    code = re.search(r"```python\n(.*?)```", readme.read(), re.DOTALL).group(1)
names = {}
exec(code, names)
names["predicted"]("order-4711", 1769860800000, [0.8, 0.2])
names["labelled"]("order-4711", 1769937000000, 1)
with open(RECORD, "w") as record:
    json.dump({"code": code, "fastavro": fastavro.__version__, "sent": sent}, record, indent=2)
    record.write("\n")
