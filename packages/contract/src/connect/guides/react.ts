import { type Guide, publicEnv } from './guide.ts'
import { APP_WITH_TODOS, reactApp } from './react-app.ts'

/** A client for browsers; `read` is the bundler's expression for an environment variable. */
export const browserClient = (
  read: (variable: string) => string,
) => `import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(
  ${read('SUPABASE_URL')},
  ${read('SUPABASE_PUBLISHABLE_KEY')},
)
`

export const viteVariable = (variable: string) => `import.meta.env.VITE_${variable}`

export const reactVite: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env', 'VITE_', values),
    { name: 'src/utils/supabase.ts', code: browserClient(viteVariable) },
    { name: 'src/App.tsx', code: reactApp('./utils/supabase') },
  ],
}

export const createReactApp: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env.local', 'REACT_APP_', values),
    {
      name: 'src/utils/supabase.ts',
      code: browserClient((variable) => `process.env.REACT_APP_${variable}!`),
    },
    { name: 'src/App.tsx', code: reactApp('./utils/supabase') },
  ],
}

const IONIC_APP = `import {
  IonApp,
  IonContent,
  IonHeader,
  IonItem,
  IonLabel,
  IonList,
  IonTitle,
  IonToolbar,
  setupIonicReact,
} from '@ionic/react'
import '@ionic/react/css/core.css'
import { useEffect, useState } from 'react'
import { supabase } from './supabaseClient'

setupIonicReact()

${APP_WITH_TODOS}
  return (
    <IonApp>
      <IonHeader>
        <IonToolbar>
          <IonTitle>Todos</IonTitle>
        </IonToolbar>
      </IonHeader>
      <IonContent>
        {failure && <p>{failure}</p>}
        <IonList>
          {todos.map(({ id, name }) => (
            <IonItem key={id}>
              <IonLabel>{name}</IonLabel>
            </IonItem>
          ))}
        </IonList>
      </IonContent>
    </IonApp>
  )
}
`

export const ionicReact: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: (values) => [
    publicEnv('.env', 'VITE_', values),
    { name: 'src/supabaseClient.tsx', code: browserClient(viteVariable) },
    { name: 'src/App.tsx', code: IONIC_APP },
  ],
}

const REFINE_APP = `import { Refine, useList } from '@refinedev/core'
import { dataProvider } from '@refinedev/supabase'
import { supabaseClient } from './utility/supabaseClient'

interface Todo {
  id: number
  name: string
}

function Todos() {
  const { result, query } = useList<Todo>({ resource: 'todos' })
  if (query.error) return <p>{query.error.message}</p>
  return (
    <ul>
      {result.data.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}

export default function App() {
  return (
    <Refine dataProvider={dataProvider(supabaseClient)} resources={[{ name: 'todos' }]}>
      <Todos />
    </Refine>
  )
}
`

export const refine: Guide = {
  install: 'npm install @refinedev/core @refinedev/supabase @tanstack/react-query',
  files: (values) => [
    publicEnv('.env.local', 'VITE_', values),
    {
      name: 'src/utility/supabaseClient.ts',
      code: `import { createClient } from '@refinedev/supabase'

export const supabaseClient = createClient(
  ${viteVariable('SUPABASE_URL')},
  ${viteVariable('SUPABASE_PUBLISHABLE_KEY')},
)
`,
    },
    { name: 'src/App.tsx', code: REFINE_APP },
  ],
}
