/** A component with a form to sign up and in, for React; `client` is the path of the client's module. */
export const reactForm = (client: string) => `import type { Session } from '@supabase/supabase-js'
import { type FormEvent, useEffect, useState } from 'react'
import { supabase } from '${client}'

export default function App() {
  const [session, setSession] = useState<Session | null>(null)
  const [message, setMessage] = useState('')

  useEffect(() => {
    const { data } = supabase.auth.onAuthStateChange((_event, next) => setSession(next))
    return () => data.subscription.unsubscribe()
  }, [])

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = { email: String(form.get('email')), password: String(form.get('password')) }
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement
    setMessage('')
    if (button.value === 'sign-in') {
      const { error } = await supabase.auth.signInWithPassword(credentials)
      if (error) setMessage(error.message)
      return
    }
    const options = { emailRedirectTo: window.location.origin }
    const { data, error } = await supabase.auth.signUp({ ...credentials, options })
    if (error) setMessage(error.message)
    else if (!data.session) setMessage('Follow the link in the mail that we sent you.')
  }

  if (session)
    return (
      <main>
        <p>Signed in as {session.user.email}</p>
        <button onClick={() => void supabase.auth.signOut()}>Sign out</button>
      </main>
    )
  return (
    <form onSubmit={(event) => void submit(event)}>
      <label>
        Email <input name="email" type="email" autoComplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autoComplete="current-password" required />
      </label>
      <button value="sign-in">Sign in</button>
      <button value="sign-up">Sign up</button>
      <p role="status">{message}</p>
    </form>
  )
}
`
