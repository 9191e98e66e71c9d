import path from 'node:path'
import { sizesToReview } from '../../tools/advice/sizes.ts'
import { readSources } from '../../tools/source/source-file.ts'
import { runTool } from '../child.ts'

const repository = path.resolve(import.meta.dirname, '../..')

/** Checks format, lint and types, all of them even if one fails. Resolves with the number of failures. */
export async function checkText(): Promise<number> {
  heading('Format and lint')
  const lint = await runTool('biome', ['ci', '--error-on-warnings'])
  heading('Types')
  const types = await runTool('tsc', ['-b'])
  return [lint, types].filter((code) => code !== 0).length
}

/** `npm run check`: the checks that need nothing running. */
export async function check(): Promise<number> {
  const failed = await checkText()
  heading('Architecture and API description')
  const guards = await runTool('vitest', ['run', 'tools/', 'openapi'])
  adviseOnSizes()
  return failed === 0 && guards === 0 ? 0 : 1
}

function adviseOnSizes() {
  const sizes = sizesToReview(readSources(repository))
  if (sizes.length === 0) return
  heading('Larger than advised: one concept each?')
  console.log(sizes.join('\n'))
}

export const heading = (title: string) => console.log(`\n── ${title}`)
