/** A new application of a framework, as created by its starter, and how to run it. */
export interface FrameworkApp {
  /** The selection in the dialog: `framework/using/with`. */
  path: string
  dependencies: Record<string, string>
  files: Record<string, string>
  /** By default, the folder `dist` is served. */
  start?: (port: number) => { args: string[]; env?: Record<string, string> }
  build: string[]
  /** The folder of static pages, when there is no `start`. */
  dist?: string
  /** Installed by pip into a virtual environment, without a build. */
  isPython?: true
}

const react = { react: '19.3.1', 'react-dom': '19.3.1' }
const vite = { vite: '8.3.8' }
const viteBuild = ['vite', 'build']

const page = (entry: string) =>
  `<!doctype html><html lang="en"><head><title>App</title></head><body><div id="root"></div><script type="module" src="${entry}"></script></body></html>`

const reactPage = {
  'index.html': page('/src/main.tsx'),
  'tsconfig.json': '{"compilerOptions":{"jsx":"react-jsx"}}',
  'src/main.tsx': `import { createRoot } from 'react-dom/client'
import App from './App'

createRoot(document.getElementById('root')!).render(<App />)
`,
}

const nextLayout = `export default function Layout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`

const next = {
  dependencies: {
    ...react,
    next: '16.4.6',
    typescript: '5.9.3',
    '@types/react': '19.3.0',
    '@types/node': '24.19.2',
  },
  build: ['next', 'build'],
  start: (port: number) => ({ args: ['next', 'start', '-p', String(port)] }),
}

const byPort = (file: string) => (port: number) => ({
  args: [file],
  env: { PORT: String(port), HOST: '127.0.0.1', NITRO_HOST: '127.0.0.1' },
})

export const frameworkApps: readonly FrameworkApp[] = [
  { path: 'react/vite/supabasejs', dependencies: { ...react, ...vite }, files: reactPage, build: viteBuild },
  {
    path: 'vuejs/supabasejs',
    dependencies: { vue: '3.5.45', '@vitejs/plugin-vue': '6.0.11', ...vite },
    files: {
      'index.html': page('/src/main.ts'),
      'vite.config.js': `import vue from '@vitejs/plugin-vue'\nexport default { plugins: [vue()] }\n`,
      'src/main.ts': `import { createApp } from 'vue'\nimport App from './App.vue'\n\ncreateApp(App).mount('#root')\n`,
    },
    build: viteBuild,
  },
  {
    path: 'solidjs/supabasejs',
    dependencies: { 'solid-js': '1.9.19', 'vite-plugin-solid': '2.11.14', ...vite },
    files: {
      'index.html': page('/src/index.jsx'),
      'vite.config.js': `import solid from 'vite-plugin-solid'\nexport default { plugins: [solid()] }\n`,
      'src/index.jsx': `import { render } from 'solid-js/web'\nimport App from './App'\n\nrender(() => <App />, document.getElementById('root'))\n`,
    },
    build: viteBuild,
  },
  { path: 'refine/supabasejs', dependencies: { ...react, ...vite }, files: reactPage, build: viteBuild },
  {
    path: 'ionicreact/supabasejs',
    dependencies: { ...react, ...vite, '@ionic/react': '9.0.5' },
    files: reactPage,
    build: viteBuild,
  },
  { path: 'nextjs/app/supabasejs', ...next, files: { 'app/layout.tsx': nextLayout } },
  {
    path: 'nextjs/pages/supabasejs',
    ...next,
    files: { 'pages/index.tsx': 'export default function Index() {\n  return null\n}\n' },
  },
  {
    path: 'sveltekit/supabasejs',
    dependencies: {
      '@sveltejs/kit': '3.2.0',
      '@sveltejs/adapter-node': '6.0.1',
      '@sveltejs/vite-plugin-svelte': '7.3.1',
      svelte: '5.57.3',
      ...vite,
    },
    files: {
      'vite.config.js': `import adapter from '@sveltejs/adapter-node'
import { sveltekit } from '@sveltejs/kit/vite'

export default { plugins: [sveltekit({ adapter: adapter() })] }
`,
      'src/app.html':
        '<!doctype html><html lang="en"><head>%sveltekit.head%</head><body><div>%sveltekit.body%</div></body></html>',
    },
    build: viteBuild,
    start: byPort('build/index.js'),
  },
  {
    path: 'astro/supabasejs',
    dependencies: { astro: '7.3.5' },
    files: { 'astro.config.mjs': 'export default {}\n' },
    build: ['astro', 'build'],
  },
  {
    path: 'nuxt/supabasejs',
    dependencies: { nuxt: '4.5.2', vue: '3.5.45' },
    files: {},
    build: ['nuxt', 'build'],
    start: byPort('.output/server/index.mjs'),
  },
  {
    path: 'remix/supabasejs',
    dependencies: {
      '@remix-run/dev': '2.17.5',
      '@remix-run/node': '2.17.5',
      '@remix-run/react': '2.17.5',
      '@remix-run/serve': '2.17.5',
      react: '18.3.1',
      'react-dom': '18.3.1',
      isbot: '4.4.0',
      vite: '6.4.1',
      typescript: '5.9.3',
    },
    files: {
      'vite.config.ts': `import { vitePlugin as remix } from '@remix-run/dev'\nexport default { plugins: [remix()] }\n`,
      'app/root.tsx': `import { Links, Meta, Outlet, Scripts } from '@remix-run/react'

export default function Root() {
  return <html lang="en"><head><Meta /><Links /></head><body><Outlet /><Scripts /></body></html>
}
`,
    },
    build: ['remix', 'vite:build'],
    start: (port) => ({ args: ['remix-serve', 'build/server/index.js'], env: { PORT: String(port) } }),
  },
  {
    path: 'tanstack/supabasejs',
    dependencies: {
      ...react,
      ...vite,
      '@tanstack/react-router': '1.170.46',
      '@tanstack/react-start': '1.169.5',
    },
    files: {
      'tsconfig.json':
        '{"compilerOptions":{"jsx":"react-jsx","moduleResolution":"bundler","module":"ESNext"}}',
      'vite.config.ts': `import { tanstackStart } from '@tanstack/react-start/plugin/vite'\nexport default { plugins: [tanstackStart()] }\n`,
      'src/router.tsx': `import { createRouter } from '@tanstack/react-router'
import { routeTree } from './routeTree.gen'

export const getRouter = () => createRouter({ routeTree })
`,
      'src/routes/__root.tsx': `import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router'

export const Route = createRootRoute({
  component: () => <html lang="en"><head><HeadContent /></head><body><Outlet /><Scripts /></body></html>,
})
`,
    },
    build: viteBuild,
    start: (port) => ({ args: ['vite', 'preview', '--host', '127.0.0.1', '--port', String(port)] }),
  },
  {
    path: 'react/create-react-app/supabasejs',
    dependencies: {
      react: '18.3.1',
      'react-dom': '18.3.1',
      'react-scripts': '5.0.1',
      typescript: '4.9.5',
      '@types/react': '18.3.12',
      '@types/react-dom': '18.3.1',
      '@types/node': '20.19.0',
    },
    files: {
      'public/index.html': '<!doctype html><html lang="en"><body><div id="root"></div></body></html>',
      'tsconfig.json':
        '{"compilerOptions":{"jsx":"react-jsx","strict":true,"esModuleInterop":true,"moduleResolution":"node","module":"esnext","lib":["dom","esnext"],"skipLibCheck":true,"noEmit":true,"isolatedModules":true,"resolveJsonModule":true,"allowJs":true},"include":["src"]}',
      'src/react-app-env.d.ts': '/// <reference types="react-scripts" />\n',
      'src/index.tsx': `import ReactDOM from 'react-dom/client'\nimport App from './App'\n\nReactDOM.createRoot(document.getElementById('root') as HTMLElement).render(<App />)\n`,
    },
    build: ['react-scripts', 'build'],
    dist: 'build',
  },
  {
    path: 'flask/supabasepy',
    dependencies: {},
    files: {},
    build: [],
    isPython: true,
    start: (port) => ({ args: ['.venv/bin/flask', '--app', 'app', 'run', '--port', String(port)] }),
  },
]
