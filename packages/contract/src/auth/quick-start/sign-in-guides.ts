import { type Guide, type GuideChoice, publicEnv } from '../../connect/guides/guide.ts'
import { browserClient, viteVariable } from '../../connect/guides/react.ts'
import { htmlForm } from './html-form.ts'
import { reactForm } from './react-form.ts'
import { SOLID_FORM } from './solid-form.ts'
import { VUE_FORM } from './vue-form.ts'

/** A framework with a working form to sign up and in. */
export interface SignInGuide extends GuideChoice {
  guide: Guide
  /** Where the application runs in development, unless it is told otherwise. */
  address: string
}

const install = 'npm install @supabase/supabase-js'
const viteFiles = (form: { name: string; code: string }): Guide => ({
  install,
  files: (values) => [
    publicEnv('.env.local', 'VITE_', values),
    { name: 'src/utils/supabase.ts', code: browserClient(viteVariable) },
    form,
  ],
})

/** In the order offered. */
export const signInGuides: readonly SignInGuide[] = [
  {
    key: 'react',
    label: 'React',
    address: 'http://localhost:5173',
    guide: viteFiles({ name: 'src/App.tsx', code: reactForm('./utils/supabase') }),
  },
  {
    key: 'nextjs',
    label: 'Next.js',
    address: 'http://localhost:3000',
    guide: {
      install,
      files: (values) => [
        publicEnv('.env.local', 'NEXT_PUBLIC_', values),
        {
          name: 'utils/supabase.ts',
          code: browserClient((variable) => `process.env.NEXT_PUBLIC_${variable}!`),
        },
        { name: 'app/page.tsx', code: `'use client'\n\n${reactForm('../utils/supabase')}` },
      ],
    },
  },
  {
    key: 'vuejs',
    label: 'Vue.JS',
    address: 'http://localhost:5173',
    guide: viteFiles({ name: 'src/App.vue', code: VUE_FORM }),
  },
  {
    key: 'solidjs',
    label: 'Solid.js',
    address: 'http://localhost:5173',
    guide: viteFiles({ name: 'src/App.jsx', code: SOLID_FORM }),
  },
  {
    key: 'html',
    label: 'Without a framework',
    address: 'http://localhost:3000',
    guide: { install: 'npx serve .', files: (values) => [{ name: 'index.html', code: htmlForm(values) }] },
  },
]
