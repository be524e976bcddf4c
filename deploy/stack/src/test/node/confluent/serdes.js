// node serdes.js REGISTRY TOPIC write JSON: the bytes of the event, in hexadecimal digits
// node serdes.js REGISTRY TOPIC read HEX: the event as JSON
const {
  AvroDeserializer,
  AvroSerializer,
  SchemaRegistryClient,
  SerdeType,
} = require("@confluentinc/schemaregistry");

async function main([url, topic, direction, text]) {
  const registry = new SchemaRegistryClient({ baseURLs: [url] });
  if (direction === "write") {
    const serializer = new AvroSerializer(registry, SerdeType.VALUE, { useLatestVersion: true, autoRegisterSchemas: false });
    const bytes = await serializer.serialize(topic, JSON.parse(text));
    return Buffer.from(bytes).toString("hex");
  }
  const deserializer = new AvroDeserializer(registry, SerdeType.VALUE, {});
  return JSON.stringify(await deserializer.deserialize(topic, Buffer.from(text, "hex")));
}

main(process.argv.slice(2)).then(
  (line) => { console.log(line); process.exit(0); },
  (error) => { console.error(error); process.exit(1); });
