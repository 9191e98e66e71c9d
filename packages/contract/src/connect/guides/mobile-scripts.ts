import { type Guide, publicEnv } from './guide.ts'
import { APP_WITH_TODOS } from './react-app.ts'

const EXPO_CLIENT = `import 'react-native-url-polyfill/auto'
import AsyncStorage from '@react-native-async-storage/async-storage'
import { createClient } from '@supabase/supabase-js'

export const supabase = createClient(
  process.env.EXPO_PUBLIC_SUPABASE_URL!,
  process.env.EXPO_PUBLIC_SUPABASE_PUBLISHABLE_KEY!,
  {
    auth: {
      storage: AsyncStorage,
      autoRefreshToken: true,
      persistSession: true,
      // An app has no address that a session could arrive in.
      detectSessionInUrl: false,
    },
  },
)
`

const EXPO_APP = `import { useEffect, useState } from 'react'
import { FlatList, SafeAreaView, Text } from 'react-native'
import { supabase } from './utils/supabase'

${APP_WITH_TODOS}
  return (
    <SafeAreaView>
      {failure && <Text>{failure}</Text>}
      <FlatList
        data={todos}
        keyExtractor={({ id }) => String(id)}
        renderItem={({ item }) => <Text>{item.name}</Text>}
      />
    </SafeAreaView>
  )
}
`

export const expo: Guide = {
  install:
    'npx expo install @supabase/supabase-js @react-native-async-storage/async-storage react-native-url-polyfill',
  files: (values) => [
    publicEnv('.env.local', 'EXPO_PUBLIC_', values),
    { name: 'utils/supabase.ts', code: EXPO_CLIENT },
    { name: 'App.tsx', code: EXPO_APP },
  ],
}

const ANGULAR_SERVICE = `import { Injectable } from '@angular/core'
import { createClient } from '@supabase/supabase-js'
import { environment } from '../environments/environment'

export interface Todo {
  id: number
  name: string
}

@Injectable({ providedIn: 'root' })
export class SupabaseService {
  private readonly supabase = createClient(environment.supabaseUrl, environment.supabaseKey)

  async todos(): Promise<Todo[]> {
    const { data, error } = await this.supabase.from('todos').select('id, name')
    if (error) throw new Error(error.message)
    return data
  }
}
`

const ANGULAR_COMPONENT = `import { Component, type OnInit } from '@angular/core'
import { SupabaseService, type Todo } from './supabase.service'

@Component({
  selector: 'app-root',
  templateUrl: 'app.component.html',
  standalone: false,
})
export class AppComponent implements OnInit {
  todos: Todo[] = []
  failure = ''

  constructor(private readonly supabase: SupabaseService) {}

  async ngOnInit() {
    try {
      this.todos = await this.supabase.todos()
    } catch (error) {
      this.failure = (error as Error).message
    }
  }
}
`

const ANGULAR_TEMPLATE = `<ion-app>
  <ion-header>
    <ion-toolbar>
      <ion-title>Todos</ion-title>
    </ion-toolbar>
  </ion-header>
  <ion-content>
    <p *ngIf="failure">{{ failure }}</p>
    <ion-list>
      <ion-item *ngFor="let todo of todos">
        <ion-label>{{ todo.name }}</ion-label>
      </ion-item>
    </ion-list>
  </ion-content>
</ion-app>
`

const ANGULAR_MODULE = `import { NgModule } from '@angular/core'
import { BrowserModule } from '@angular/platform-browser'
import { IonicModule } from '@ionic/angular'
import { AppComponent } from './app.component'

@NgModule({
  declarations: [AppComponent],
  imports: [BrowserModule, IonicModule.forRoot()],
  bootstrap: [AppComponent],
})
export class AppModule {}
`

export const ionicAngular: Guide = {
  install: 'npm install @supabase/supabase-js',
  files: ({ apiUrl, apiKey }) => [
    {
      name: 'src/environments/environment.ts',
      code: `export const environment = {
  production: false,
  supabaseUrl: '${apiUrl}',
  supabaseKey: '${apiKey}',
}
`,
    },
    { name: 'src/app/supabase.service.ts', code: ANGULAR_SERVICE },
    { name: 'src/app/app.component.ts', code: ANGULAR_COMPONENT },
    { name: 'src/app/app.component.html', code: ANGULAR_TEMPLATE },
    { name: 'src/app/app.module.ts', code: ANGULAR_MODULE },
  ],
}
