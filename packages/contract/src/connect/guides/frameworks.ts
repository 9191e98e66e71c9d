import { type GuideFramework, onlyWith, SUPABASE_JS } from './guide.ts'
import { nextAppRouter, nextPagesRouter } from './nextjs.ts'
import { createReactApp, reactVite, refine } from './react.ts'
import { astro, flask, remix, svelteKit, tanstackStart } from './server-side.ts'
import { nuxt, solid, vue } from './vue-and-solid.ts'

const withJs = (guide: typeof vue) => [{ ...SUPABASE_JS, guide }]

/** App frameworks, in the order offered. */
export const frameworks: readonly GuideFramework[] = [
  {
    key: 'nextjs',
    label: 'Next.js',
    docsUrl: 'https://nextjs.org/docs',
    using: [
      { key: 'app', label: 'App Router', with: withJs(nextAppRouter) },
      { key: 'pages', label: 'Pages Router', with: withJs(nextPagesRouter) },
    ],
  },
  {
    key: 'remix',
    label: 'Remix',
    docsUrl: 'https://v2.remix.run/docs',
    using: onlyWith(SUPABASE_JS, remix),
  },
  {
    key: 'react',
    label: 'React',
    docsUrl: 'https://react.dev/learn',
    using: [
      { key: 'create-react-app', label: 'Create React App', with: withJs(createReactApp) },
      { key: 'vite', label: 'Vite', with: withJs(reactVite) },
    ],
  },
  { key: 'nuxt', label: 'Nuxt', docsUrl: 'https://nuxt.com/docs', using: onlyWith(SUPABASE_JS, nuxt) },
  { key: 'vuejs', label: 'Vue.JS', docsUrl: 'https://vuejs.org/guide', using: onlyWith(SUPABASE_JS, vue) },
  {
    key: 'sveltekit',
    label: 'SvelteKit',
    docsUrl: 'https://svelte.dev/docs/kit',
    using: onlyWith(SUPABASE_JS, svelteKit),
  },
  {
    key: 'solidjs',
    label: 'Solid.js',
    docsUrl: 'https://docs.solidjs.com',
    using: onlyWith(SUPABASE_JS, solid),
  },
  { key: 'astro', label: 'Astro', docsUrl: 'https://docs.astro.build', using: onlyWith(SUPABASE_JS, astro) },
  {
    key: 'refine',
    label: 'refine',
    docsUrl: 'https://refine.dev/docs',
    using: onlyWith(SUPABASE_JS, refine),
  },
  {
    key: 'tanstack',
    label: 'TanStack Start',
    docsUrl: 'https://tanstack.com/start/latest/docs',
    using: onlyWith(SUPABASE_JS, tanstackStart),
  },
  {
    key: 'flask',
    label: 'Flask (Python)',
    docsUrl: 'https://flask.palletsprojects.com',
    using: onlyWith({ key: 'supabasepy', label: 'supabase-py' }, flask),
  },
]
