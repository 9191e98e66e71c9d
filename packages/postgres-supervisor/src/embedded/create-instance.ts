import type { ClusterFiles } from '../cluster/cluster-files.ts'
import { setSuperuserPassword } from '../cluster/superuser-password.ts'
import { assembleInstance } from './assemble-instance.ts'
import type { EngineContext } from './engine-context.ts'
import type { SpareCopy } from './spare-copy.ts'

/** Creates a stopped instance as a copy of the template: a complete one, or none. */
export function createInstance(
  context: EngineContext,
  id: string,
  target: ClusterFiles,
  options: { template: () => Promise<string>; spare: SpareCopy; superuserPassword: string },
): Promise<void> {
  const { spare, superuserPassword: password } = options
  return assembleInstance(context, id, target, {
    needs: 'a new database needs about 50 MB',
    fill: async (files) => {
      const template = await options.template()
      context.step('create:begun')
      const copiedPassword = await spare.copyTo(template, files.data)
      context.step('create:copied')
      if (copiedPassword !== password)
        await setSuperuserPassword(context.binary, files.data, {
          superuser: context.options.superuser,
          password,
          as: context.accounts.template,
        })
      context.step('create:password')
    },
  })
}
