/** Programs for the connect dialog: each logs in with the connection string beside it and prints the time. */

const node = (connect: string) => `import postgres from 'postgres'

${connect}

const [{ now }] = await sql\`select now()\`
console.log(now)
await sql.end()
`

export const nodejs = node('const sql = postgres(process.env.DATABASE_URL)')

export const nodejsByIpv6 = node(`// The client does not parse an IPv6 address in a URL.
const { hostname, port } = new URL(process.env.DATABASE_URL)
const sql = postgres(process.env.DATABASE_URL, { host: [hostname.slice(1, -1)], port: [Number(port)] })`)

const go = (config: string) => `package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
)

func main() {
	ctx := context.Background()
${config}
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close(ctx)

	var now time.Time
	if err := connection.QueryRow(ctx, "select now()").Scan(&now); err != nil {
		log.Fatal(err)
	}
	fmt.Println(now)
}
`

export const golang = go(`	connection, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))`)

export const golangFromParts =
  go(`	config, err := pgx.ParseConfig(fmt.Sprintf("host=%s port=%s user=%s dbname=%s",
		os.Getenv("host"), os.Getenv("port"), os.Getenv("user"), os.Getenv("dbname")))
	if err != nil {
		log.Fatal(err)
	}
	// Set separately, so that no character of the password needs escaping.
	config.Password = os.Getenv("password")
	connection, err := pgx.ConnectConfig(ctx, config)`)

const python = (connect: string) => `import os

import psycopg2
from dotenv import load_dotenv

load_dotenv()

connection = psycopg2.connect(${connect})
with connection, connection.cursor() as cursor:
    cursor.execute("select now()")
    print(cursor.fetchone()[0])
connection.close()
`

export const pythonFromUrl = python('os.environ["DATABASE_URL"]')

export const pythonFromParts = python(`
    user=os.environ["user"],
    password=os.environ["password"],
    host=os.environ["host"],
    port=os.environ["port"],
    dbname=os.environ["dbname"],
`)

export const sqlalchemy = `import os

from dotenv import load_dotenv
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL

load_dotenv()

# Built from its parts, so that no character of the password needs encoding.
url = URL.create(
    "postgresql+psycopg2",
    username=os.environ["user"],
    password=os.environ["password"],
    host=os.environ["host"],
    port=int(os.environ["port"]),
    database=os.environ["dbname"],
)

with create_engine(url).connect() as connection:
    print(connection.execute(text("select now()")).scalar())
`

export const dotnet = `using Microsoft.Extensions.Configuration;
using Npgsql;

var settings = new ConfigurationBuilder()
    .SetBasePath(Directory.GetCurrentDirectory())
    .AddJsonFile("appsettings.json")
    .Build();

await using var connection = new NpgsqlConnection(settings.GetConnectionString("DefaultConnection"));
await connection.OpenAsync();
await using var command = new NpgsqlCommand("select now()", connection);
Console.WriteLine(await command.ExecuteScalarAsync());
`
