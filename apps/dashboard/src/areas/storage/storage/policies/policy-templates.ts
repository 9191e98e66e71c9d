import { inBucket, type PolicyValues } from './policy-form.rules.ts'

export interface PolicyTemplate {
  name: string
  description: string
  values: Omit<PolicyValues, 'name'>
}

const EXAMPLE_USER_ID = "'d7bed83c-44a0-4a4f-925f-efc384ea1e50'"
const OWN_ID = '(select auth.uid()::text)'

/** Templates for common policies. */
export const policyTemplates = (bucket: string): PolicyTemplate[] => [
  {
    name: 'Allow access to JPG images in a public folder to anonymous users',
    description: 'Everyone can read the JPG files in the folder “public”.',
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
    description: 'Signed-in users have full access to the folder “private”.',
    values: {
      operations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      roles: ['authenticated'],
      definition: `${inBucket(bucket)} and (storage.foldername(name))[1] = 'private'`,
    },
  },
  {
    name: 'Give access to a nested folder called admin/assets only to a specific user',
    description: 'One user has full access to one folder.',
    values: {
      operations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      roles: [],
      definition: `${inBucket(bucket)} and (storage.foldername(name))[1] = 'admin' and (storage.foldername(name))[2] = 'assets' and ${OWN_ID} = ${EXAMPLE_USER_ID}`,
    },
  },
  {
    name: 'Give access to a file to a user',
    description: 'One user has full access to one file.',
    values: {
      operations: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
      roles: [],
      definition: `${inBucket(bucket)} and name = 'admin/assets/report.pdf' and ${OWN_ID} = ${EXAMPLE_USER_ID}`,
    },
  },
]

/** A template's name, cut at a word to fit `max` characters. */
export const shortName = (name: string, max: number) =>
  name.length <= max ? name : name.slice(0, name.lastIndexOf(' ', max))
