import './lib/zod-without-eval.ts'
import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { createDashboard } from './app/dashboard.ts'
import { preloadFirstPage } from './app/preload-first-page.ts'

const dashboard = createDashboard()
preloadFirstPage(dashboard.router)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App {...dashboard} />
  </StrictMode>,
)
