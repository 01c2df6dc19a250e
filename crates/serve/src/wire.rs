//! The bytes of a connection on their way: slow readers are given up, and what the HTTP library
//! refuses by itself is answered as everything else is.

use std::io;
use std::net::Shutdown;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

use crate::connections::Connection;
use crate::fault::Fault;

/// One end of a connection, as the HTTP library uses it.
pub struct Wire {
    stream: Arc<TcpStream>,
    connection: Arc<Connection>,
    patience: Duration,
    /// Runs while the peer takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
    /// What stands in for an answer of the HTTP library, and how much of it is written.
    instead: Option<(Vec<u8>, usize)>,
}

impl Wire {
    /// The bytes of a connection, whose peer may take nothing for so long.
    pub fn new(stream: Arc<TcpStream>, connection: Arc<Connection>, patience: Duration) -> Wire {
        Wire { stream, connection, patience, stalled: None, instead: None }
    }

    fn write(&mut self, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        loop {
            if self.stream.poll_write_ready(cx)?.is_pending() {
                let patience = self.patience;
                let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(patience)));
                ready!(stalled.as_mut().poll(cx));
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            match self.stream.try_write(bytes) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                written => {
                    self.stalled = None;
                    self.connection.touch();
                    return Poll::Ready(written);
                }
            }
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        loop {
            ready!(self.stream.poll_read_ready(cx))?;
            match self.stream.try_read(buffer.initialize_unfilled()) {
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                read => {
                    self.connection.touch();
                    return Poll::Ready(read.map(|read| buffer.advance(read)));
                }
            }
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let wire = self.get_mut();
        if wire.instead.is_none() {
            match refusal(bytes) {
                None => return wire.write(cx, bytes),
                Some(refusal) => wire.instead = Some((refusal, 0)),
            }
        }
        while let Some((refusal, written)) = wire.instead.take() {
            match wire.write(cx, &refusal[written..]) {
                Poll::Ready(Ok(more)) if written + more == refusal.len() => {}
                Poll::Ready(Ok(more)) => wire.instead = Some((refusal, written + more)),
                Poll::Pending => {
                    wire.instead = Some((refusal, written));
                    return Poll::Pending;
                }
                failed => return failed,
            }
        }
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(say_goodbye(&self.stream))
    }
}

fn say_goodbye(stream: &TcpStream) -> io::Result<()> {
    match SockRef::from(stream).shutdown(Shutdown::Write) {
        Err(error) if error.kind() == io::ErrorKind::NotConnected => Ok(()),
        done => done,
    }
}

/// What to write in place of an answer that the HTTP library gives by itself, to a request that it
/// cannot read: that answer has no body. Ours all have one.
fn refusal(bytes: &[u8]) -> Option<Vec<u8>> {
    const BEGIN: &[u8] = b"HTTP/1.1 4";
    const NO_BODY: &[u8] = b"\r\ncontent-length: 0\r\n";
    let is_bare = bytes.starts_with(BEGIN)
        && bytes.ends_with(b"\r\n\r\n")
        && bytes.windows(NO_BODY.len()).any(|part| part == NO_BODY);
    if !is_bare {
        return None;
    }
    let status = std::str::from_utf8(bytes.get(9..12)?).ok()?.parse().ok()?;
    Some(Fault::unreadable(status))
}

/// Takes what a peer still sends whose request was refused unread, for a while: closing at once would
/// make its system throw the answer away.
pub async fn drain(stream: &TcpStream, patience: Duration, mut most: usize) {
    let _ = say_goodbye(stream);
    let until = Instant::now() + patience;
    let mut buffer = vec![0; 16 << 10];
    while let Ok(Ok(())) = tokio::time::timeout_at(until, stream.readable()).await {
        match stream.try_read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Ok(read) if read > 0 && read <= most => most -= read,
            _ => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_has_no_body_is_replaced() {
        let bare = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\
                     content-length: 0\r\ndate: x\r\n\r\n";
        let refusal = String::from_utf8(refusal(bare).unwrap()).unwrap();
        assert!(refusal.starts_with("HTTP/1.1 431 Request Header Fields Too Large\r\n"));
        let (head, body) = refusal.split_once("\r\n\r\n").unwrap();
        let head = format!("{head}\r\n");
        assert!(head.contains("\r\nconnection: close\r\n"), "{head}");
        assert!(head.contains(&format!("\r\ncontent-length: {}\r\n", body.len())), "{head}");
        assert!(body.starts_with("{\"error\":\""), "{body}");
        for other in [
            &b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"[..],
            b"HTTP/1.1 404 Not Found\r\ncontent-length: 10\r\n\r\n0123456789",
            b"{\"error\": \"HTTP/1.1 4\"}",
            b"HTTP/1.1 304 Not Modified\r\n\r\n",
        ] {
            assert_eq!(super::refusal(other), None);
        }
    }
}
