import { byLinks, walkPages } from './walk-pages.ts'

// Colours are checked in the large window, in both themes.
walkPages({ themes: ['light'], checksColours: false, open: byLinks })
