import type { Guide } from './guide.ts'

const FLUTTER_APP = `class MyApp extends StatelessWidget {
  const MyApp({super.key});

  @override
  Widget build(BuildContext context) {
    return const MaterialApp(title: 'Todos', home: HomePage());
  }
}

class HomePage extends StatefulWidget {
  const HomePage({super.key});

  @override
  State<HomePage> createState() => _HomePageState();
}

class _HomePageState extends State<HomePage> {
  final _todos = Supabase.instance.client.from('todos').select('id, name');

  @override
  Widget build(BuildContext context) {
    return Scaffold(
      body: FutureBuilder(
        future: _todos,
        builder: (context, snapshot) {
          if (snapshot.hasError) return Center(child: Text('\${snapshot.error}'));
          if (!snapshot.hasData) return const Center(child: CircularProgressIndicator());
          final todos = snapshot.data!;
          return ListView.builder(
            itemCount: todos.length,
            itemBuilder: (context, index) => ListTile(title: Text(todos[index]['name'])),
          );
        },
      ),
    );
  }
}
`

export const flutter: Guide = {
  install: 'flutter pub add supabase_flutter',
  files: ({ apiUrl, apiKey }) => [
    {
      name: 'lib/main.dart',
      code: `import 'package:flutter/material.dart';
import 'package:supabase_flutter/supabase_flutter.dart';

Future<void> main() async {
  WidgetsFlutterBinding.ensureInitialized();
  await Supabase.initialize(
    url: '${apiUrl}',
    anonKey: '${apiKey}',
  );
  runApp(const MyApp());
}

${FLUTTER_APP}`,
    },
  ],
}

const SWIFT_MODEL = `struct Todo: Identifiable, Decodable {
  let id: Int
  let name: String
}
`

const SWIFT_VIEW = `import Supabase
import SwiftUI

struct ContentView: View {
  @State private var todos: [Todo] = []
  @State private var failure: String?

  var body: some View {
    List(todos) { todo in
      Text(todo.name)
    }
    .overlay {
      if let failure { Text(failure) }
    }
    .task {
      do {
        todos = try await supabase.from("todos").select("id, name").execute().value
      } catch {
        failure = error.localizedDescription
      }
    }
  }
}
`

export const swift: Guide = {
  install: 'swift package add-dependency https://github.com/supabase/supabase-swift --from 2.0.0',
  files: ({ apiUrl, apiKey }) => [
    {
      name: 'Supabase.swift',
      code: `import Foundation
import Supabase

let supabase = SupabaseClient(
  supabaseURL: URL(string: "${apiUrl}")!,
  supabaseKey: "${apiKey}"
)
`,
    },
    { name: 'Todo.swift', code: SWIFT_MODEL },
    { name: 'ContentView.swift', code: SWIFT_VIEW },
  ],
}

const KOTLIN_MODEL = `import kotlinx.serialization.Serializable

@Serializable
data class TodoItem(val id: Long, val name: String)
`

export const androidKotlin: Guide = {
  install: `// build.gradle.kts of the app
implementation(platform("io.github.jan-tennert.supabase:bom:3.0.0"))
implementation("io.github.jan-tennert.supabase:postgrest-kt")
implementation("io.ktor:ktor-client-android:3.0.0")`,
  files: ({ apiUrl, apiKey }) => [
    {
      name: 'MainActivity.kt',
      code: `import android.os.Bundle
import androidx.activity.ComponentActivity
import androidx.activity.compose.setContent
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.material3.ListItem
import androidx.compose.material3.Text
import androidx.compose.runtime.Composable
import androidx.compose.runtime.LaunchedEffect
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.setValue
import io.github.jan.supabase.createSupabaseClient
import io.github.jan.supabase.postgrest.Postgrest
import io.github.jan.supabase.postgrest.from

val supabase = createSupabaseClient(
    supabaseUrl = "${apiUrl}",
    supabaseKey = "${apiKey}",
) {
    install(Postgrest)
}

class MainActivity : ComponentActivity() {
    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        setContent { TodoList() }
    }
}

@Composable
fun TodoList() {
    var todos by remember { mutableStateOf(listOf<TodoItem>()) }
    LaunchedEffect(Unit) {
        todos = supabase.from("todos").select().decodeList<TodoItem>()
    }
    LazyColumn {
        items(todos, key = { it.id }) { todo ->
            ListItem(headlineContent = { Text(todo.name) })
        }
    }
}
`,
    },
    { name: 'TodoItem.kt', code: KOTLIN_MODEL },
  ],
}
