import { type GuideFramework, onlyWith, SUPABASE_JS } from './guide.ts'
import { androidKotlin, flutter, swift } from './mobile-native.ts'
import { expo, ionicAngular } from './mobile-scripts.ts'
import { ionicReact } from './react.ts'

/** Mobile frameworks, in the order offered. */
export const mobiles: readonly GuideFramework[] = [
  {
    key: 'exporeactnative',
    label: 'Expo React Native',
    docsUrl: 'https://docs.expo.dev',
    using: onlyWith(SUPABASE_JS, expo),
  },
  {
    key: 'flutter',
    label: 'Flutter',
    docsUrl: 'https://docs.flutter.dev',
    using: onlyWith({ key: 'supabaseflutter', label: 'supabase_flutter' }, flutter),
  },
  {
    key: 'ionicreact',
    label: 'Ionic React',
    docsUrl: 'https://ionicframework.com/docs/react',
    using: onlyWith(SUPABASE_JS, ionicReact),
  },
  {
    key: 'swift',
    label: 'Swift',
    docsUrl: 'https://developer.apple.com/swift',
    using: onlyWith({ key: 'supabaseswift', label: 'supabase-swift' }, swift),
  },
  {
    key: 'androidkotlin',
    label: 'Android Kotlin',
    docsUrl: 'https://developer.android.com/kotlin',
    using: onlyWith({ key: 'supabasekt', label: 'supabase-kt' }, androidKotlin),
  },
  {
    key: 'ionicangular',
    label: 'Ionic Angular',
    docsUrl: 'https://ionicframework.com/docs/angular',
    using: onlyWith(SUPABASE_JS, ionicAngular),
  },
]
