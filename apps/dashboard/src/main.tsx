import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { createDashboard } from './app/dashboard.ts'

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App {...createDashboard()} />
  </StrictMode>,
)
