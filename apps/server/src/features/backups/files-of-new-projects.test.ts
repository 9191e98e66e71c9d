import { createBackup, listBackups, restoreToNewProject } from '@basalt/contract/backups/backups.endpoints.ts'
import { createBranch } from '@basalt/contract/branches/branches.endpoints.ts'
import { deleteProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { runQuery } from '@basalt/contract/query/query.endpoints.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { expect, test } from 'vitest'
import { openApp } from '../../test/app-fixture.ts'
import { anOrganization, aProject, type Person, reaches, signUp } from '../../test/people.ts'
import { storageOf } from '../../test/storage-fixture.ts'

async function aBackup(owner: Person, ref: string) {
  const params = { ref }
  const { id } = (await owner.call(createBackup, { params, body: {} })).body
  await waitFor(
    async () =>
      (await owner.call(listBackups, { params })).body.backups.find((one) => one.id === id)?.verified_at,
  )
  return id
}

test('a new project that is made from a backup has the bytes of its files, and keeps them when its source is gone', async () => {
  await using fixture = await openApp()
  const owner = await signUp(fixture)
  const { ref } = await aProject(owner, await anOrganization(owner))
  await reaches(owner, ref, 'ACTIVE_HEALTHY')
  const files = await storageOf(fixture, owner, ref)
  const bucket = await files.aBucket()
  await files.put(bucket, 'kept.txt', 'kept')
  await files.put(bucket, 'deleted.txt', 'deleted after the backup')
  // SQL may write rows that never had bytes.
  await owner.call(runQuery, {
    params: { ref },
    body: {
      query: `insert into storage.objects (bucket_id, name, version) values
        ('${bucket}', 'no-bytes.txt', 'never-written'), ('${bucket}', 'no-key.txt', '../../etc/passwd')`,
    },
  })
  const branch = await owner.call(createBranch, { params: { ref }, body: { branch_name: 'other' } })
  const branchRef = branch.body.project_ref
  await reaches(owner, branchRef, 'ACTIVE_HEALTHY')
  await (await storageOf(fixture, owner, branchRef)).put(bucket, 'on-branch.txt', 'of the branch')

  const backups = { [ref]: await aBackup(owner, ref), [branchRef]: await aBackup(owner, branchRef) }
  await files.filesOf(bucket).remove(['deleted.txt'])
  await files.put(bucket, 'later.txt', 'written after the backup')
  await fixture.storage.janitor.idle()

  const readIn = async (of: string) => {
    const { filesOf } = await storageOf(fixture, owner, of)
    return async (name: string) => (await filesOf(bucket).download(name)).data?.text()
  }
  const made: Record<string, string> = {}
  for (const [of, id] of Object.entries(backups)) {
    const { body } = await owner.call(restoreToNewProject, {
      params: { ref: of },
      body: { id, name: `Of ${of}` },
    })
    await reaches(owner, body.ref, 'ACTIVE_HEALTHY')
    made[of] = body.ref
  }
  // A project is deleted after its branches.
  for (const of of [branchRef, ref]) {
    await waitFor(async () => (await owner.call(deleteProject, { params: { ref: of } })).status === 200)
    await waitFor(async () => !(await fixture.engine.exists(of)))
  }

  const read = await readIn(made[ref]!)
  expect(await Promise.all(['kept.txt', 'deleted.txt', 'later.txt', 'no-bytes.txt'].map(read))).toEqual([
    'kept',
    'deleted after the backup',
    undefined,
    undefined,
  ])
  const ofBranch = await readIn(made[branchRef]!)
  expect(await Promise.all(['kept.txt', 'on-branch.txt'].map(ofBranch))).toEqual(['kept', 'of the branch'])
  // What has a row is no rest.
  await fixture.storage.janitor.sweep(made[ref]!, 0)
  expect(await read('kept.txt')).toBe('kept')
})
