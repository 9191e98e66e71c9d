import { runEventfulSeed } from './eventful-run.ts'
import { runSeed } from './run.ts'

/**
 * `npm run fuzz -- gateway [--minutes=60] [--seed=N] [--seeds=N]`: runs seeds one after another and reports each that
 * violates a rule. Exits with 1 when one did.
 */
const option = (name: string) => {
  const given = process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1]
  return given === undefined ? undefined : Number(given)
}
const first = option('seed') ?? Math.floor(Math.random() * 2 ** 31)
const seeds =
  option('seeds') ?? (option('seed') !== undefined && option('minutes') === undefined ? 1 : undefined)
const until = Date.now() + (option('minutes') ?? 60) * 60_000

const print = (what: object) => process.stdout.write(`${JSON.stringify(what)}\n`)

let [runs, failed, statements, cuts] = [0, 0, 0, 0]
while (seeds === undefined ? Date.now() < until : runs < seeds) {
  for (const run of [runSeed, runEventfulSeed]) {
    const report = await run(first + runs)
    statements += report.statements
    cuts += report.cuts
    if (report.violations.length === 0) continue
    failed += 1
    print(report)
  }
  runs += 1
}
print({ runs, failed, statements, cuts, firstSeed: first })
process.exitCode = failed > 0 ? 1 : 0
