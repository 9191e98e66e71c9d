import { runSeed } from './run.ts'

/**
 * `npm run fuzz -- gateway [--minutes=60] [--seed=N] [--seeds=N]`: runs one seed after another and reports each that
 * breaks a rule. Exits with 1 when one did.
 */
const option = (name: string) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
  return given === undefined ? undefined : Number(given)
}
const first = option('seed') ?? Math.floor(Math.random() * 2 ** 31)
const seeds =
  option('seeds') ?? (option('seed') !== undefined && option('minutes') === undefined ? 1 : undefined)
const until = Date.now() + (option('minutes') ?? 60) * 60_000

const tell = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)

let [runs, failed, statements] = [0, 0, 0]
while (seeds === undefined ? Date.now() < until : runs < seeds) {
  const report = await runSeed(first + runs)
  runs += 1
  statements += report.statements
  if (report.violations.length === 0) continue
  failed += 1
  tell(report)
}
tell({ runs, failed, statements, firstSeed: first })
process.exitCode = failed > 0 ? 1 : 0
