import { envFile, type Guide, publicEnv } from './guide.ts'
import { browserClient, viteVariable } from './react.ts'

const REMIX_CLIENT = `import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'

/** A client for one request; send \`headers\` with the answer, so that a renewed session is kept. */
export function createClient(request: Request) {
  const headers = new Headers()
  const supabase = createServerClient(
    import.meta.env.VITE_SUPABASE_URL,
    import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
    {
      cookies: {
        getAll: () =>
          parseCookieHeader(request.headers.get('Cookie') ?? '').map(({ name, value = '' }) => ({ name, value })),
        setAll(changes) {
          for (const { name, value, options } of changes)
            headers.append('Set-Cookie', serializeCookieHeader(name, value, options))
        },
      },
    },
  )
  return { supabase, headers }
}
`

const REMIX_ROUTE = `import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { createClient } from '../utils/supabase.server'

export async function loader({ request }: LoaderFunctionArgs) {
  const { supabase, headers } = createClient(request)
  const { data, error } = await supabase.from('todos').select('id, name')
  if (error) throw new Response(error.message, { status: 502 })
  return json({ todos: data }, { headers })
}

export default function Index() {
  const { todos } = useLoaderData<typeof loader>()
  return (
    <ul>
      {todos.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
`

export const remix: Guide = {
  install: 'npm install @supabase/supabase-js @supabase/ssr',
  files: (values) => [
    publicEnv('.env', 'VITE_', values),
    { name: 'app/utils/supabase.server.ts', code: REMIX_CLIENT },
    { name: 'app/routes/_index.tsx', code: REMIX_ROUTE },
  ],
}

const TANSTACK_ROUTE = `import { createFileRoute } from '@tanstack/react-router'
import { supabase } from '../utils/supabase'

export const Route = createFileRoute('/')({
  loader: async () => {
    const { data, error } = await supabase.from('todos').select('id, name')
    if (error) throw new Error(error.message)
    return { todos: data }
  },
  component: Home,
})

function Home() {
  const { todos } = Route.useLoaderData()
  return (
    <ul>
      {todos.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
`

export const tanstackStart: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env', 'VITE_', values),
    { name: 'src/utils/supabase.ts', code: browserClient(viteVariable) },
    { name: 'src/routes/index.tsx', code: TANSTACK_ROUTE },
  ],
}

const SVELTE_ENV = `import { defineEnvVars } from '@sveltejs/kit/env'

// Written into the pages when they are built.
export const variables = defineEnvVars({
  PUBLIC_SUPABASE_URL: { public: true, static: true },
  PUBLIC_SUPABASE_PUBLISHABLE_KEY: { public: true, static: true },
})
`

const SVELTE_CLIENT = `import { PUBLIC_SUPABASE_PUBLISHABLE_KEY, PUBLIC_SUPABASE_URL } from '$app/env/public'
import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(PUBLIC_SUPABASE_URL, PUBLIC_SUPABASE_PUBLISHABLE_KEY)
`

const SVELTE_LOAD = `import { error as fail } from '@sveltejs/kit'
import { supabase } from '../lib/supabaseClient'

export async function load() {
  const { data, error } = await supabase.from('todos').select('id, name')
  if (error) fail(502, error.message)
  return { todos: data }
}
`

const SVELTE_PAGE = `<script>
  let { data } = $props()
</script>

<ul>
  {#each data.todos as todo (todo.id)}
    <li>{todo.name}</li>
  {/each}
</ul>
`

export const svelteKit: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env.local', 'PUBLIC_', values),
    { name: 'src/env.js', code: SVELTE_ENV },
    { name: 'src/lib/supabaseClient.js', code: SVELTE_CLIENT },
    { name: 'src/routes/+page.server.js', code: SVELTE_LOAD },
    { name: 'src/routes/+page.svelte', code: SVELTE_PAGE },
  ],
}

const ASTRO_PAGE = `---
import { supabase } from '../db/supabase.js'

const { data: todos, error } = await supabase.from('todos').select('id, name')
---

{error && <p>{error.message}</p>}
<ul>
  {(todos ?? []).map(({ name }) => <li>{name}</li>)}
</ul>
`

export const astro: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env.local', '', values),
    {
      name: 'src/db/supabase.js',
      code: browserClient((variable) => `import.meta.env.${variable}`),
    },
    { name: 'src/pages/index.astro', code: ASTRO_PAGE },
  ],
}

const FLASK_APP = `import os

from dotenv import load_dotenv
from flask import Flask
from markupsafe import escape
from supabase import create_client

load_dotenv()

supabase = create_client(os.environ["SUPABASE_URL"], os.environ["SUPABASE_PUBLISHABLE_KEY"])
app = Flask(__name__)


@app.get("/")
def index():
    todos = supabase.table("todos").select("id, name").execute().data
    return "<ul>" + "".join(f"<li>{escape(todo['name'])}</li>" for todo in todos) + "</ul>"


if __name__ == "__main__":
    app.run()
`

export const flask: Guide = {
  install: 'pip install flask python-dotenv supabase',
  files: ({ apiUrl, apiKey }) => [
    envFile('.env', { SUPABASE_URL: apiUrl, SUPABASE_PUBLISHABLE_KEY: apiKey }),
    { name: 'app.py', code: FLASK_APP },
  ],
}
