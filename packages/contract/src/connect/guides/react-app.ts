/** What every application of React has in common: a component that reads the todos, up to what it shows. */
export const APP_WITH_TODOS = `interface Todo {
  id: number
  name: string
}

export default function App() {
  const [todos, setTodos] = useState<Todo[]>([])
  const [failure, setFailure] = useState<string>()

  useEffect(() => {
    void supabase
      .from('todos')
      .select('id, name')
      .then(({ data, error }) => (error ? setFailure(error.message) : setTodos(data)))
  }, [])
`

/** The whole component, for a page; `client` is the module of the client. */
export const reactApp = (client: string) => `import { useEffect, useState } from 'react'
import { supabase } from '${client}'

${APP_WITH_TODOS}
  if (failure) return <p>{failure}</p>
  return (
    <ul>
      {todos.map(({ id, name }) => (
        <li key={id}>{name}</li>
      ))}
    </ul>
  )
}
`
