import { type Guide, publicEnv } from './guide.ts'
import { browserClient, viteVariable } from './react.ts'

const VUE_APP = `<script setup lang="ts">
import { onMounted, ref } from 'vue'
import { supabase } from './utils/supabase'

const todos = ref<{ id: number; name: string }[]>([])
const failure = ref<string>()

onMounted(async () => {
  const { data, error } = await supabase.from('todos').select('id, name')
  if (error) failure.value = error.message
  else todos.value = data
})
</script>

<template>
  <p v-if="failure">{{ failure }}</p>
  <ul v-else>
    <li v-for="todo in todos" :key="todo.id">{{ todo.name }}</li>
  </ul>
</template>
`

export const vue: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env.local', 'VITE_', values),
    { name: 'src/utils/supabase.ts', code: browserClient(viteVariable) },
    { name: 'src/App.vue', code: VUE_APP },
  ],
}

const NUXT_CONFIG = `export default defineNuxtConfig({
  srcDir: 'src/',
  runtimeConfig: {
    public: {
      supabaseUrl: process.env.SUPABASE_URL,
      supabaseKey: process.env.SUPABASE_KEY,
    },
  },
})
`

const NUXT_CLIENT = `import { createClient } from '@supabase/supabase-js'

export function useSupabase() {
  const { supabaseUrl, supabaseKey } = useRuntimeConfig().public
  return createClient(supabaseUrl, supabaseKey)
}
`

const NUXT_APP = `<script setup lang="ts">
const { data: todos, error } = await useAsyncData('todos', async () => {
  const { data, error } = await useSupabase().from('todos').select('id, name')
  if (error) throw new Error(error.message)
  return data
})
</script>

<template>
  <p v-if="error">{{ error.message }}</p>
  <ul v-else>
    <li v-for="todo in todos" :key="todo.id">{{ todo.name }}</li>
  </ul>
</template>
`

export const nuxt: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: ({ apiUrl, apiKey }) => [
    { name: '.env', code: `SUPABASE_URL=${apiUrl}\nSUPABASE_KEY=${apiKey}` },
    { name: 'nuxt.config.ts', code: NUXT_CONFIG },
    { name: 'src/utils/supabase.ts', code: NUXT_CLIENT },
    { name: 'src/App.vue', code: NUXT_APP },
  ],
}

const SOLID_APP = `import { createResource, For, Show } from 'solid-js'
import { supabase } from './utils/supabase'

async function readTodos() {
  const { data, error } = await supabase.from('todos').select('id, name')
  if (error) throw new Error(error.message)
  return data
}

export default function App() {
  const [todos] = createResource(readTodos)
  return (
    <Show when={!todos.error} fallback={<p>{todos.error.message}</p>}>
      <ul>
        <For each={todos()}>{(todo) => <li>{todo.name}</li>}</For>
      </ul>
    </Show>
  )
}
`

export const solid: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env.local', 'VITE_', values),
    { name: 'src/utils/supabase.ts', code: browserClient(viteVariable) },
    { name: 'src/App.jsx', code: SOLID_APP },
  ],
}
