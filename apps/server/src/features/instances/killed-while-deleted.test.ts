import { sampleOf } from '@basalt/testing/sample-of.ts'
import { expect, test } from 'vitest'
import { newBase } from '../../test/app-fixture.ts'
import { afterRestart, dieAt, nothingRunsOn } from '../../test/killed-server.ts'

test.each(sampleOf(['after destroy', 'before destroy', 'GOING_DOWN'], 1))(
  'a project whose server is killed at "%s" while deleting it is gone with the next server',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'delete', moment)
    expect(await afterRestart(base)).toEqual({ status: undefined, answer: undefined, exists: undefined })
    await nothingRunsOn(base)
  },
)
