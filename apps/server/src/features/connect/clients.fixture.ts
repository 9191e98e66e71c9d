import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { passwordFormat, stepsOf } from '@basalt/contract/connect/client-steps.rules.ts'
import {
  type ClientType,
  type ConnectMethod,
  PASSWORD_PLACEHOLDER,
} from '@basalt/contract/connect/connect.rules.ts'

export const run = promisify(execFile)

export const JDBC_JAR = '/usr/share/java/postgresql.jar'
/** Makes Go use the packages of the system, because modules would be downloaded. */
export const GO = { GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' }
/** The system's Python, which finds the packages of the system. */
export const PYTHON = '/usr/bin/python3'

/** Whether a command succeeds. */
const succeeds = (program: string, args: readonly string[], env: Record<string, string> = {}) =>
  run(program, args, { env: { ...process.env, ...env } }).then(
    () => true,
    () => false,
  )

/**
 * Why each client's tests are skipped on this machine; undefined when nothing is missing. It loads the driver too,
 * because many machines have a language without its driver.
 */
export async function missingClients() {
  const [psql, jdbc, go, php, python, sqlalchemy] = await Promise.all([
    succeeds('psql', ['--version']),
    loadsJdbc(),
    succeeds('go', ['list', '-deps', 'github.com/jackc/pgx/v4'], GO),
    succeeds('php', ['-r', 'exit(function_exists("pg_connect") ? 0 : 1);']),
    succeeds(PYTHON, ['-c', 'import psycopg2, dotenv']),
    succeeds(PYTHON, ['-c', 'import sqlalchemy, psycopg2, dotenv']),
  ])
  const unless = (isInstalled: boolean, reason: string) => (isInstalled ? undefined : reason)
  return {
    psql: unless(psql, 'psql is not installed'),
    jdbc: unless(jdbc, `a JDK (11 or newer) with ${JDBC_JAR} is not installed`),
    go: unless(go, 'Go with the package pgx v4 is not installed'),
    php: unless(php, 'PHP with its pgsql extension is not installed'),
    python: unless(python, `${PYTHON} with psycopg2 and dotenv is not installed`),
    sqlalchemy: unless(sqlalchemy, `${PYTHON} with SQLAlchemy, psycopg2 and dotenv is not installed`),
  }
}

/** Java ignores a jar that does not exist, and a runtime without the compiler cannot run a source file. */
async function loadsJdbc() {
  if (!existsSync(JDBC_JAR)) return false
  using folder = aFolder({ 'Probe.java': JDBC_PROBE })
  return await succeeds('java', ['-cp', JDBC_JAR, path.join(folder.path, 'Probe.java')])
}

const JDBC_PROBE = `public class Probe {
  public static void main(String[] none) throws Exception { Class.forName("org.postgresql.Driver"); }
}
`

/** Replaces the password placeholder, in the format that the dialog describes. */
export function filledIn(text: string, password: string, type: ClientType, method: ConnectMethod) {
  const formatted = {
    prompt: password,
    plain: password,
    quoted: `'${password}'`,
    encoded: encodeURIComponent(password),
  }
  return text.replaceAll(PASSWORD_PLACEHOLDER, () => formatted[passwordFormat(type, method)])
}

/** A temporary folder with files and packages of this workspace. Disposing removes it. */
export function aFolder(files: Readonly<Record<string, string>>, packages: readonly string[] = []) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'basalt-client-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
  if (packages.length > 0) mkdirSync(path.join(folder, 'node_modules'))
  for (const name of packages) {
    const entry = fileURLToPath(import.meta.resolve(name))
    const end = entry.lastIndexOf(`${path.sep}${name}${path.sep}`) + name.length + 1
    symlinkSync(entry.slice(0, end), path.join(folder, 'node_modules', name))
  }
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A PATH in which `node` is the one that runs the tests. */
const OUR_NODE_FIRST = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`

/** Runs a shell command in a folder and returns its output. */
export const inFolder = async (folder: string, command: string, env: Record<string, string> = {}) =>
  (
    await run('sh', ['-c', command], {
      cwd: folder,
      env: { ...process.env, PATH: OUR_NODE_FIRST, ...env },
    })
  ).stdout.trim()

/** The program of a client type and the file with its connection string, as the dialog shows them. */
export function programOf(type: ClientType, method: ConnectMethod, connection: string, host = '') {
  const steps = stepsOf(type, method, host)
  if (!steps) throw new Error(`There is no program for ${type}`)
  return { steps, files: { [steps.file]: `${connection}\n`, [steps.program.file]: steps.program.code } }
}

/** One JDBC program for all addresses, because starting Java is slow. */
export const JDBC_PROGRAM = `import java.sql.DriverManager;

public class Main {
  public static void main(String[] urls) throws Exception {
    for (String url : urls)
      try (var connection = DriverManager.getConnection(url);
          var statement = connection.prepareStatement("select current_user where 1 = ?")) {
        statement.setInt(1, 1);
        var rows = statement.executeQuery();
        rows.next();
        System.out.println(rows.getString(1));
      }
  }
}
`

/** Connects with the URI or with the five variables, whichever the environment has. */
export const PHP_PROGRAM = `<?php
$target = getenv('DATABASE_URL');
if ($target === false)
  foreach (['user', 'password', 'host', 'port', 'dbname'] as $name)
    $target .= $name . "='" . addcslashes(getenv($name), "'\\\\") . "' ";
$connection = pg_connect($target);
echo pg_fetch_result(pg_query_params($connection, 'select current_user where 1 = $1', [1]), 0, 0);
`
