import type { TestSession } from '../database.fixture.ts'
import type { RowIdentity } from '../shape/row-identity.ts'
import type { TableShape } from '../shape/table-shape.ts'
import type { Edit } from './edit.ts'
import { type Answer, type EditResult, SAVE_POINT, saveAtOnce, saveEdits } from './save.ts'

/**
 * Saves in a transaction, as a server does: at once, and step by step when that fails. `statements` counts what was sent
 * between BEGIN and COMMIT for the way that succeeded.
 */
export async function save(
  session: Pick<TestSession, 'run' | 'sql'>,
  { shape, identity }: { shape: TableShape; identity: RowIdentity },
  edits: readonly Edit[],
): Promise<{ results: EditResult[]; statements: number }> {
  await session.sql(['begin', ...SAVE_POINT.map(({ text }) => text)].join('; '))
  const atOnce = saveAtOnce(shape, identity, edits)
  if (atOnce) {
    const rows = await session.run(atOnce.statement).catch(() => undefined)
    if (rows) {
      await session.sql('commit')
      return { results: atOnce.read(rows), statements: 1 }
    }
    await session.sql('rollback to savepoint save_edits')
  }
  const steps = saveEdits(shape, identity, edits)
  let statements = 0
  try {
    let step = steps.next()
    while (!step.done) {
      statements += 1
      const answer: Answer = await session.run(step.value).then(
        (rows) => ({ rows }),
        (error) => ({ error }),
      )
      step = steps.next(answer)
    }
    await session.sql('commit')
    return { results: step.value, statements }
  } catch (error) {
    await session.sql('rollback')
    throw error
  }
}
