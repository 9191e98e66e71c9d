import { byAddress, walkPages } from './walk-pages.ts'

walkPages({ themes: ['dark', 'light'], open: byAddress })
