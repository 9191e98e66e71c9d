import { byAddress, walkPages } from './walk-pages.ts'

walkPages({ themes: ['dark', 'light'], checksColours: true, open: byAddress })
