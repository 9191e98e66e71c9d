/** A component with a form to sign up and in, for Vue. */
export const VUE_FORM = `<script setup lang="ts">
import type { Session } from '@supabase/supabase-js'
import { onUnmounted, ref } from 'vue'
import { supabase } from './utils/supabase'

const session = ref<Session | null>(null)
const email = ref('')
const password = ref('')
const message = ref('')

const { data } = supabase.auth.onAuthStateChange((_event, next) => {
  session.value = next
})
onUnmounted(() => data.subscription.unsubscribe())

async function signIn() {
  const { error } = await supabase.auth.signInWithPassword({ email: email.value, password: password.value })
  message.value = error?.message ?? ''
}

async function signUp() {
  const { data, error } = await supabase.auth.signUp({
    email: email.value,
    password: password.value,
    options: { emailRedirectTo: window.location.origin },
  })
  if (error) message.value = error.message
  else message.value = data.session ? '' : 'Follow the link in the mail that we sent you.'
}
</script>

<template>
  <main v-if="session">
    <p>Signed in as {{ session.user.email }}</p>
    <button @click="supabase.auth.signOut()">Sign out</button>
  </main>
  <form v-else @submit.prevent="signIn">
    <label>Email <input v-model="email" type="email" autocomplete="username" required /></label>
    <label>
      Password <input v-model="password" type="password" autocomplete="current-password" required />
    </label>
    <button>Sign in</button>
    <button type="button" @click="signUp">Sign up</button>
    <p role="status">{{ message }}</p>
  </form>
</template>
`
