import { sampleOf } from '@basalt/testing/sample-of.ts'
import { expect, test } from 'vitest'
import { newBase } from '../../test/app-fixture.ts'
import { afterRestart, dieAt, nothingRunsOn } from '../../test/killed-server.ts'

const moments = [
  'COMING_UP',
  'before exists',
  'before create',
  'after create',
  'before start',
  'after start',
  'before endpoint',
  'after endpoint',
  'ACTIVE_HEALTHY',
]

test.each(sampleOf(moments, 3))(
  'a project whose server is killed at "%s" while creating it comes up with the next server',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'create', moment)
    expect(await afterRestart(base)).toEqual({
      status: 'ACTIVE_HEALTHY',
      answer: [{ one: 1 }],
      exists: true,
    })
    await nothingRunsOn(base)
  },
)
