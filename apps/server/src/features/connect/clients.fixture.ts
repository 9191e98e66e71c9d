import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { passwordPlace, stepsOf } from '@basalt/contract/connect/client-steps.rules.ts'
import {
  type ClientType,
  type ConnectMethod,
  PASSWORD_PLACEHOLDER,
} from '@basalt/contract/connect/connect.rules.ts'

export const run = promisify(execFile)

/** Whether a program is here and answers this. */
export const has = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )

/** Puts the password where the dialog says, in the way it says. */
export function filledIn(text: string, password: string, type: ClientType, method: ConnectMethod) {
  const forms = {
    prompt: password,
    plain: password,
    quoted: `'${password}'`,
    encoded: encodeURIComponent(password),
  }
  return text.replaceAll(PASSWORD_PLACEHOLDER, () => forms[passwordPlace(type, method)])
}

/** A folder with files, and packages of this workspace; gone at the end. */
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

/** Runs a command by the shell in a folder, and answers with what it printed. */
export const inFolder = async (folder: string, command: string, env: Record<string, string> = {}) =>
  (await run('sh', ['-c', command], { cwd: folder, env: { ...process.env, ...env } })).stdout.trim()

/** The program of a type with the connection string in its file, as the dialog shows both. */
export function programOf(type: ClientType, method: ConnectMethod, connection: string, host = '') {
  const steps = stepsOf(type, method, host)
  if (!steps) throw new Error(`There is no program for ${type}`)
  return { steps, files: { [steps.file]: `${connection}\n`, [steps.program.file]: steps.program.code } }
}

/** One JDBC program for all addresses: starting Java costs more than what is tested. */
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

/** Both ways of PHP: the URI or the five lines, whichever the environment has. */
export const PHP_PROGRAM = `<?php
$target = getenv('DATABASE_URL');
if ($target === false)
  foreach (['user', 'password', 'host', 'port', 'dbname'] as $name)
    $target .= $name . "='" . addcslashes(getenv($name), "'\\\\") . "' ";
$connection = pg_connect($target);
echo pg_fetch_result(pg_query_params($connection, 'select current_user where 1 = $1', [1]), 0, 0);
`
