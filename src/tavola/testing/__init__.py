"""For tests of code on Tavola or on DynamoDB: fixtures, a clock to move, trouble on demand."""
