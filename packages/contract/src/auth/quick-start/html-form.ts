import type { GuideValues } from '../../connect/guides/guide.ts'

/** A page with a form to sign up and in, without a build. Values are JSON, which is safe within the script once `<` is escaped. */
export const htmlForm = ({ apiUrl, apiKey }: GuideValues) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Sign in</title>
    <script type="module">
      import { createClient } from 'https://esm.sh/@supabase/supabase-js@2'

      const supabase = createClient(${literal(apiUrl)}, ${literal(apiKey)})
      const form = document.querySelector('form')
      const account = document.querySelector('main')
      const message = document.querySelector('[role=status]')

      supabase.auth.onAuthStateChange((_event, session) => {
        form.hidden = session !== null
        account.hidden = session === null
        account.querySelector('p').textContent = \`Signed in as \${session?.user.email}\`
      })
      account.querySelector('button').onclick = () => supabase.auth.signOut()

      form.onsubmit = async (event) => {
        event.preventDefault()
        const { email, password } = Object.fromEntries(new FormData(form))
        message.textContent = ''
        if (event.submitter.value === 'sign-in') {
          const { error } = await supabase.auth.signInWithPassword({ email, password })
          if (error) message.textContent = error.message
          return
        }
        const options = { emailRedirectTo: location.origin + location.pathname }
        const { data, error } = await supabase.auth.signUp({ email, password, options })
        if (error) message.textContent = error.message
        else if (!data.session) message.textContent = 'Follow the link in the mail that we sent you.'
      }
    </script>
  </head>
  <body>
    <form hidden>
      <label>Email <input name="email" type="email" autocomplete="username" required /></label>
      <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
      <button value="sign-in">Sign in</button>
      <button value="sign-up">Sign up</button>
      <p role="status"></p>
    </form>
    <main hidden>
      <p></p>
      <button>Sign out</button>
    </main>
  </body>
</html>
`

const literal = (text: string) => JSON.stringify(text).replaceAll('<', '\\u003c')
