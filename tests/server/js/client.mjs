// Does with the AWS SDK for JavaScript what applications do, and prints what came back as JSON.
import {
  CreateTableCommand,
  DynamoDBClient,
  TransactWriteItemsCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
} from "@aws-sdk/lib-dynamodb";

const client = new DynamoDBClient({
  endpoint: process.argv[2],
  region: "us-east-1",
  credentials: { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: process.argv[3] },
  maxAttempts: 1,
});
const documents = DynamoDBDocumentClient.from(client);
const TableName = "things";

await client.send(
  new CreateTableCommand({
    TableName,
    KeySchema: [
      { AttributeName: "pk", KeyType: "HASH" },
      { AttributeName: "sk", KeyType: "RANGE" },
    ],
    AttributeDefinitions: [
      { AttributeName: "pk", AttributeType: "S" },
      { AttributeName: "sk", AttributeType: "N" },
    ],
    BillingMode: "PAY_PER_REQUEST",
  }),
);
await waitUntilTableExists({ client, minDelay: 1, maxWaitTime: 10 }, { TableName });
for (const sk of [1, 2, 10]) {
  await documents.send(new PutCommand({ TableName, Item: { pk: "a", sk, text: `nº ${sk}` } }));
}
const got = await documents.send(new GetCommand({ TableName, Key: { pk: "a", sk: 2 } }));
const page = await documents.send(
  new QueryCommand({
    TableName,
    KeyConditionExpression: "pk = :pk AND sk > :low",
    ExpressionAttributeValues: { ":pk": "a", ":low": 1 },
  }),
);
let refusal;
try {
  await client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Put: {
            TableName,
            Item: { pk: { S: "a" }, sk: { N: "1" } },
            ConditionExpression: "attribute_not_exists(pk)",
          },
        },
      ],
    }),
  );
} catch (error) {
  refusal = { name: error.name, reasons: error.CancellationReasons.map((reason) => reason.Code) };
}
console.log(JSON.stringify({ got: got.Item, keys: page.Items.map((item) => item.sk), refusal }));
