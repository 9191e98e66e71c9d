import path from 'node:path'
import { sizesToReview } from '../../tools/advice/sizes.ts'
import { readSources } from '../../tools/source/source-file.ts'
import { runTool } from '../child.ts'

const repository = path.resolve(import.meta.dirname, '../..')

/** Checks format, lint and types, all of them even if one fails. Resolves with the names of those that failed. */
export async function checkText(): Promise<string[]> {
  const failed: string[] = []
  const step = async (name: string, ...command: Parameters<typeof runTool>) => {
    heading(name)
    if ((await runTool(...command)) !== 0) failed.push(name)
  }
  await step('Format and lint', 'biome', ['ci', '--error-on-warnings'])
  await step('Types', 'tsc', ['-b'])
  return failed
}

/** `npm run check`: the checks that need nothing running. */
export async function check(): Promise<number> {
  const failed = await checkText()
  heading('Architecture and API description')
  const guards = await runTool('vitest', ['run', 'tools/', 'openapi'])
  adviseOnSizes()
  return failed.length === 0 && guards === 0 ? 0 : 1
}

function adviseOnSizes() {
  const sizes = sizesToReview(readSources(repository))
  if (sizes.length === 0) return
  heading('Larger than advised: one concept each?')
  console.log(sizes.join('\n'))
}

export const heading = (title: string) => console.log(`\n── ${title}`)
