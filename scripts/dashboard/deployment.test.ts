import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Deployment } from '@basalt/contract/releases/releases.schema.ts'
import { expect, test } from 'vitest'
import { repository } from '../repository.ts'
import { deploymentOf } from './deployment.ts'

test('a folder that is no checkout has no commit', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'basalt-no-checkout-'))
  expect(await deploymentOf(folder)).toEqual({ commitSha: null, commitTime: null })
  rmSync(folder, { recursive: true })
})

test('what is read of a checkout is what the server may tell', async () => {
  expect(Deployment.safeParse(await deploymentOf(repository)).success).toBe(true)
})
