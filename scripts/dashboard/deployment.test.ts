import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Deployment } from '@basalt/contract/releases/releases.schema.ts'
import { expect, test } from 'vitest'
import { repository } from '../repository.ts'
import { deploymentOf } from './deployment.ts'

test('outside a checkout there is no commit', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'basalt-no-checkout-'))
  expect(await deploymentOf(folder)).toEqual({ commitSha: null, commitTime: null })
  rmSync(folder, { recursive: true })
})

test('the deployment of a checkout matches the schema of the server', async () => {
  expect(Deployment.safeParse(await deploymentOf(repository)).success).toBe(true)
})
