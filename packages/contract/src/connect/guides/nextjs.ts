import { type Guide, publicEnv } from './guide.ts'
import { browserClient } from './react.ts'
import { reactApp } from './react-app.ts'

const SERVER = `import { createServerClient } from '@supabase/ssr'
import type { cookies } from 'next/headers'

export function createClient(cookieStore: Awaited<ReturnType<typeof cookies>>) {
  return createServerClient(
    process.env.NEXT_PUBLIC_SUPABASE_URL!,
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY!,
    {
      cookies: {
        getAll: () => cookieStore.getAll(),
        setAll(changes) {
          try {
            for (const { name, value, options } of changes) cookieStore.set(name, value, options)
          } catch {
            // A server component cannot set cookies; the middleware does.
          }
        },
      },
    },
  )
}
`

const CLIENT = `import { createBrowserClient } from '@supabase/ssr'

export const createClient = () =>
  createBrowserClient(
    process.env.NEXT_PUBLIC_SUPABASE_URL!,
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY!,
  )
`

const MIDDLEWARE = `import { createServerClient } from '@supabase/ssr'
import { type NextRequest, NextResponse } from 'next/server'

/** Renews the caller's session; call it from the middleware of the application. */
export async function updateSession(request: NextRequest) {
  let response = NextResponse.next({ request })
  const supabase = createServerClient(
    process.env.NEXT_PUBLIC_SUPABASE_URL!,
    process.env.NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY!,
    {
      cookies: {
        getAll: () => request.cookies.getAll(),
        setAll(changes) {
          for (const { name, value } of changes) request.cookies.set(name, value)
          response = NextResponse.next({ request })
          for (const { name, value, options } of changes) response.cookies.set(name, value, options)
        },
      },
    },
  )
  await supabase.auth.getSession()
  return response
}
`

const PAGE = `import { cookies } from 'next/headers'
import { createClient } from '../utils/supabase/server'

export default async function Page() {
  const supabase = createClient(await cookies())
  const { data: todos, error } = await supabase.from('todos').select('id, name')
  if (error) return <p>{error.message}</p>
  return (
    <ul>
      {todos.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
`

export const nextAppRouter: Guide = {
  install: 'npm install @supabase/supabase-js @supabase/ssr',
  files: (values) => [
    publicEnv('.env.local', 'NEXT_PUBLIC_', values),
    { name: 'app/page.tsx', code: PAGE },
    { name: 'utils/supabase/server.ts', code: SERVER },
    { name: 'utils/supabase/client.ts', code: CLIENT },
    { name: 'utils/supabase/middleware.ts', code: MIDDLEWARE },
  ],
}

export const nextPagesRouter: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env.local', 'NEXT_PUBLIC_', values),
    { name: 'utils/supabase.ts', code: browserClient((variable) => `process.env.NEXT_PUBLIC_${variable}!`) },
    { name: 'pages/_app.tsx', code: reactApp('../utils/supabase') },
  ],
}
