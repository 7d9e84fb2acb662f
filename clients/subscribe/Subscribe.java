// Follows document.processed and keeps what it has seen in a file: java -cp 'kafka-clients.jar:slf4j-api.jar' Subscribe.java
// KAFKA_BROKERS (host:port,…), KAFKA_PREFIX where the installation has one, GROUP, MIRROR (the file).
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

public class Subscribe {
  static String setting(String name, String otherwise) {
    return System.getenv().getOrDefault(name, otherwise);
  }

  /** With a schema registry a value begins with a zero byte and the schema's id. */
  static String jsonOf(byte[] value) {
    int from = value[0] == 0 ? 5 : 0;
    return new String(value, from, value.length - from, StandardCharsets.UTF_8);
  }

  /** One line an event, its id before its JSON. A line that a death cut off has no end and counts as not seen. */
  static Set<String> seenIn(Path mirror) throws IOException {
    Set<String> seen = new HashSet<>();
    if (!Files.exists(mirror)) return seen;
    String text = Files.readString(mirror);
    String whole = text.substring(0, text.lastIndexOf('\n') + 1);
    if (whole.length() < text.length()) Files.writeString(mirror, whole);
    whole.lines().forEach(line -> seen.add(line.substring(0, line.indexOf(' '))));
    return seen;
  }

  public static void main(String[] args) throws Exception {
    Path mirror = Path.of(setting("MIRROR", "mirror.txt"));
    Set<String> seen = seenIn(mirror);
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers", setting("KAFKA_BROKERS", "127.0.0.1:9092"),
            "group.id", setting("GROUP", "mirror-java"),
            "auto.offset.reset", "earliest",
            // Offsets are committed when their records are done: what was under way at a death comes again.
            "enable.auto.commit", false);
    try (FileChannel file = FileChannel.open(mirror, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        KafkaConsumer<String, byte[]> consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
      Runtime.getRuntime().addShutdownHook(new Thread(consumer::wakeup));
      consumer.subscribe(List.of(setting("KAFKA_PREFIX", "") + "document.processed"));
      while (true) {
        for (ConsumerRecord<String, byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
          Header id = record.headers().lastHeader("ce_id");
          if (id == null || record.value() == null) {
            System.err.println("left out: a record without ce_id or value");
            continue;
          }
          String event = new String(id.value(), StandardCharsets.UTF_8);
          boolean fresh = seen.add(event);
          if (fresh) {
            file.write(ByteBuffer.wrap((event + " " + jsonOf(record.value()) + "\n").getBytes(StandardCharsets.UTF_8)));
            file.force(false);
          }
          System.out.println((fresh ? "new " : "repeat ") + record.key());
        }
        consumer.commitSync();
      }
    } catch (WakeupException stopped) {
      // SIGTERM
    }
  }
}
