import { walkPages } from './walk-pages.ts'

walkPages('dark', 'light')
