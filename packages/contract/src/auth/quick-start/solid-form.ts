/** A component with a form to sign up and in, for Solid. */
export const SOLID_FORM = `import { createSignal, onCleanup, Show } from 'solid-js'
import { supabase } from './utils/supabase'

export default function App() {
  const [session, setSession] = createSignal(null)
  const [message, setMessage] = createSignal('')

  const { data } = supabase.auth.onAuthStateChange((_event, next) => setSession(next))
  onCleanup(() => data.subscription.unsubscribe())

  async function submit(event) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const credentials = { email: form.get('email'), password: form.get('password') }
    setMessage('')
    if (event.submitter.value === 'sign-in') {
      const { error } = await supabase.auth.signInWithPassword(credentials)
      if (error) setMessage(error.message)
      return
    }
    const options = { emailRedirectTo: window.location.origin }
    const { data, error } = await supabase.auth.signUp({ ...credentials, options })
    if (error) setMessage(error.message)
    else if (!data.session) setMessage('Follow the link in the mail that we sent you.')
  }

  const form = () => (
    <form onSubmit={submit}>
      <label>
        Email <input name="email" type="email" autocomplete="username" required />
      </label>
      <label>
        Password <input name="password" type="password" autocomplete="current-password" required />
      </label>
      <button value="sign-in">Sign in</button>
      <button value="sign-up">Sign up</button>
      <p role="status">{message()}</p>
    </form>
  )

  return (
    <Show when={session()} fallback={form()}>
      <main>
        <p>Signed in as {session().user.email}</p>
        <button onClick={() => supabase.auth.signOut()}>Sign out</button>
      </main>
    </Show>
  )
}
`
