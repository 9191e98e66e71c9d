import { sampleOf } from '@basalt/testing/sample-of.ts'
import { expect, test } from 'vitest'
import { newBase } from '../../test/app-fixture.ts'
import { afterRestart, dieAt, nothingRunsOn } from '../../test/killed-server.ts'

test.each(sampleOf(['PAUSING', 'before stop', 'after stop', 'INACTIVE'], 2))(
  'a project whose server is killed at "%s" while pausing it is paused with the next server',
  async (moment) => {
    await using base = await newBase()
    await dieAt(base, 'pause', moment)
    expect(await afterRestart(base)).toEqual({ status: 'INACTIVE', answer: undefined, exists: true })
    await nothingRunsOn(base)
  },
)
