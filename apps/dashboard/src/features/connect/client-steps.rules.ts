import type { ClientType } from '@basalt/contract/connect/connect.rules.ts'

/** What a program needs besides the connection string. */
export interface ClientSteps {
  /** Where the connection string goes. */
  file: string
  install: string
  program: { file: string; code: string }
  /** The command that runs it, with the file's values in its environment. */
  run: string
}

const nodejs = `import postgres from 'postgres'

const sql = postgres(process.env.DATABASE_URL)

const [{ now }] = await sql\`select now()\`
console.log(now)
await sql.end()
`

const golang = `package main

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
	connection, err := pgx.Connect(ctx, os.Getenv("DATABASE_URL"))
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

const python = `import os

import psycopg2
from dotenv import load_dotenv

load_dotenv()

with psycopg2.connect(os.environ["DATABASE_URL"]) as connection:
    with connection.cursor() as cursor:
        cursor.execute("select now()")
        print(cursor.fetchone()[0])
`

const sqlalchemy = `import os

from dotenv import load_dotenv
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL

load_dotenv()

# Put together from its parts, so that no character of the password needs to be encoded.
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

const steps: Partial<Record<ClientType, ClientSteps>> = {
  nodejs: {
    file: '.env',
    install: 'npm install postgres',
    program: { file: 'main.mjs', code: nodejs },
    run: 'node --env-file=.env main.mjs',
  },
  golang: {
    file: '.env',
    install: 'go get github.com/jackc/pgx/v5',
    program: { file: 'main.go', code: golang },
    run: 'set -a; . ./.env; go run .',
  },
  python: {
    file: '.env',
    install: 'pip install python-dotenv psycopg2-binary',
    program: { file: 'main.py', code: python },
    run: 'python main.py',
  },
  sqlalchemy: {
    file: '.env',
    install: 'pip install python-dotenv psycopg2-binary sqlalchemy',
    program: { file: 'main.py', code: sqlalchemy },
    run: 'python main.py',
  },
}

/** The file that takes the connection string; undefined where it is typed or put into a program's own settings. */
export const fileOf = (type: ClientType): string | undefined =>
  steps[type]?.file ?? (type === 'php' ? '.env' : type === 'dotnet' ? 'appsettings.json' : undefined)

export const stepsOf = (type: ClientType): ClientSteps | undefined => steps[type]
