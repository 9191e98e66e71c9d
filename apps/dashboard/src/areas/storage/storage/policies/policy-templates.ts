import { inBucket, type PolicyValues } from './policy-form.rules.ts'

export interface PolicyTemplate {
  name: string
  description: string
  values: Omit<PolicyValues, 'name'>
}

const SOMEBODY = "'d7bed83c-44a0-4a4f-925f-efc384ea1e50'"
const OWN_ID = '(select auth.uid()::text)'

/** Beginnings that people often want. */
export const policyTemplates = (bucket: string): PolicyTemplate[] => [
  {
    name: 'Allow access to JPG images in a public folder to anonymous users',
    description: 'Everyone reads the JPG files in the folder “public”.',
    values: {
      operations: ['SELECT'],
      roles: ['anon'],
      definition: `${inBucket(bucket)} and storage.extension(name) = 'jpg' and lower((storage.foldername(name))[1]) = 'public'`,
    },
  },
  {
    name: 'Give users access to only their own top level folder named as uid',
    description: 'Each user has full access to the folder named after their id.',
    values: {
      operations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      roles: [],
      definition: `${inBucket(bucket)} and ${OWN_ID} = (storage.foldername(name))[1]`,
    },
  },
  {
    name: 'Give users access to a folder only to authenticated users',
    description: 'Signed-in users work in the folder “private”.',
    values: {
      operations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      roles: ['authenticated'],
      definition: `${inBucket(bucket)} and (storage.foldername(name))[1] = 'private'`,
    },
  },
  {
    name: 'Give access to a nested folder called admin/assets only to a specific user',
    description: 'One user, by their id, works in one folder.',
    values: {
      operations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      roles: [],
      definition: `${inBucket(bucket)} and (storage.foldername(name))[1] = 'admin' and (storage.foldername(name))[2] = 'assets' and ${OWN_ID} = ${SOMEBODY}`,
    },
  },
  {
    name: 'Give access to a file to a user',
    description: 'One user, by their id, works with one file.',
    values: {
      operations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      roles: [],
      definition: `${inBucket(bucket)} and name = 'admin/assets/report.pdf' and ${OWN_ID} = ${SOMEBODY}`,
    },
  },
]

/** Long names of templates, cut after the last word that fits a policy's name. */
export const shortName = (name: string, max: number) =>
  name.length <= max ? name : name.slice(0, name.lastIndexOf(' ', max))
