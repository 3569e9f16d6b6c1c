package dev.quintet.gateway.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.handler.codec.http2.Http2StreamFrame;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The same rules over HTTP/2 with prior knowledge, many streams on one connection. */
@Timeout(60)
@SuppressWarnings("FutureReturnValueIgnored") // Whether a write succeeds shows in the answer.
class Http2Test {
    private final RawUpstream upstream = new RawUpstream(RawUpstream.fixed("hello"));
    private final FrontFixture front = new FrontFixture(upstream);
    private final NioEventLoopGroup group = new NioEventLoopGroup(1);

    private record Seen(String status, String body) {}

    @AfterEach
    void everythingIsGivenBack() {
        front.awaitQuiet();
        group.shutdownGracefully();
        front.close();
        upstream.close();
    }

    @Test
    void forwardsManyStreamsOfOneConnection() {
        Channel connection = connect();
        List<CompletableFuture<Seen>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            answers.add(ask(connection, "GET", "/o/" + i, ""));
        }

        assertThat(answers).allMatch(each -> each.join().equals(new Seen("200", "hello")));
        assertThat(upstream.requests()).hasSize(50);
        assertThat(upstream.requests().getFirst().head()).doesNotContain("x-http2");
    }

    @Test
    void forwardsABodyAndRefusesWithTheSameProblems() {
        Channel connection = connect();

        assertThat(ask(connection, "POST", "/o", "body").join().status()).isEqualTo("200");
        assertThat(ask(connection, "GET", "/nowhere", "").join().body()).contains("NOT_FOUND");
        assertThat(new String(upstream.requests().getFirst().body(), StandardCharsets.UTF_8))
                .isEqualTo("body");
    }

    private Channel connect() {
        return new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline()
                                .addLast(Http2FrameCodecBuilder.forClient().build())
                                .addLast(new Http2MultiplexHandler(new ChannelInboundHandlerAdapter()));
                    }
                })
                .connect("127.0.0.1", front.server.port())
                .syncUninterruptibly()
                .channel();
    }

    private static CompletableFuture<Seen> ask(Channel connection, String method, String path, String body) {
        var answer = new CompletableFuture<Seen>();
        var stream = new Http2StreamChannelBootstrap(connection)
                .handler(new Collector(answer))
                .open()
                .syncUninterruptibly()
                .getNow();
        var headers = new DefaultHttp2Headers()
                .method(method)
                .path(path)
                .scheme("http")
                .authority("a")
                .set("authorization", FrontFixture.token());
        stream.writeAndFlush(new DefaultHttp2HeadersFrame(headers, body.isEmpty()));
        if (!body.isEmpty()) {
            ByteBuf bytes = Unpooled.copiedBuffer(body, StandardCharsets.UTF_8);
            stream.writeAndFlush(new DefaultHttp2DataFrame(bytes, true));
        }
        return answer;
    }

    private static final class Collector extends SimpleChannelInboundHandler<Http2StreamFrame> {
        private final CompletableFuture<Seen> answer;
        private final StringBuilder body = new StringBuilder();
        private String status = "";

        Collector(CompletableFuture<Seen> answer) {
            this.answer = answer;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, Http2StreamFrame frame) {
            boolean last = false;
            if (frame instanceof Http2HeadersFrame head) {
                status = String.valueOf(head.headers().status());
                last = head.isEndStream();
            } else if (frame instanceof Http2DataFrame data) {
                body.append(data.content().toString(StandardCharsets.UTF_8));
                last = data.isEndStream();
            }
            if (last) {
                answer.complete(new Seen(status, body.toString()));
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            answer.completeExceptionally(new IllegalStateException("the stream ended early"));
        }
    }
}
