/** The part that all React applications share: a component that reads the todos, up to its JSX. */
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

/** The complete component; `client` is the path of the client's module. */
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
